import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openTraces } from '../../../src/platform/watch/traces.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

test.each([
  ['a proxy vouches for it', true],
  ['it may come from anybody', false],
])("the caller's trace where %s: continued %s", async (_, trusted) => {
  const traces = await openTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  const http = Fastify()
  traces?.observe(http, trusted)
  http.get('/', (request) => [request.headers.traceparent, request.headers.tracestate])
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, tracestate: 'vendor=1' }
  const [parent, state] = (await http.inject({ url: '/', headers })).json()
  expect(parent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect([parent.includes(TRACE), state === 'vendor=1']).toEqual([trusted, trusted])
  await http.close()
})
