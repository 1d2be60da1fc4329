import { setTimeout as sleep } from 'node:timers/promises'
import type { Attributes, Context, Span } from '@opentelemetry/api'
import type { Sampler } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pgError } from '../database/database.ts'

/** Spans of requests, of their statements and of jobs. They have no values, no addresses and nothing that a person wrote. */
export interface Traces {
  /**
   * Call it before the other hooks and the routes. `trusted`: whether a proxy vouches for the caller's `traceparent`; anybody else could have
   * every request sampled, or its spans put into traces of others.
   */
  observe(http: FastifyInstance, trusted: boolean): void
  /** A statement, if it belongs to a request or a job. */
  statement<T>(text: string, send: () => Promise<T>): Promise<T>
  job<T>(name: string, run: () => Promise<T>): Promise<T>
  /** Sends the remaining spans, for `FLUSH_MS` at most, as the collector may be unreachable. */
  close(): Promise<void>
}

const FLUSH_MS = 3_000
/** Characters of a statement. */
const MAX_TEXT = 2_000

const isConfigured = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  env.OTEL_SDK_DISABLED !== 'true' &&
  env.OTEL_TRACES_EXPORTER !== 'none'

/**
 * Traces as OpenTelemetry's environment variables say, by OTLP over HTTP in JSON; undefined, and no library loaded, where they name no endpoint.
 * Nothing is registered globally: contexts are passed on by a manager of this server.
 */
export async function openTraces(env: NodeJS.ProcessEnv): Promise<Traces | undefined> {
  if (!isConfigured(env)) return undefined
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api')
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks')
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  )
  const sdk = await import('@opentelemetry/sdk-trace')
  const provider = new sdk.TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'pianzhang' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(sdk, env),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: Number(env.OTEL_BSP_SCHEDULE_DELAY) || 5_000,
      }),
    ],
  })
  const tracer = provider.getTracer('pianzhang')
  const propagator = new W3CTraceContextPropagator()
  const contexts = new AsyncLocalStorageContextManager().enable()
  const requests = new WeakMap<FastifyRequest, { span: Span; context: Context }>()

  const within = async <T>(
    name: string,
    { kind, parent, attributes }: { kind: number; parent: Context; attributes: Attributes },
    run: () => Promise<T>,
  ): Promise<T> => {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    try {
      return await contexts.with(trace.setSpan(parent, span), run)
    } catch (error) {
      // The error's message is left out, as it may quote data.
      span.setAttribute(
        'error.type',
        pgError(error)?.code ?? (error as Error)?.constructor?.name ?? 'unknown',
      )
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    observe(http, trusted) {
      http.addHook('onRequest', (request, _reply, done) => {
        const { headers } = request.raw
        // Deleted, as the headers go on to the process of exports.
        if (!trusted) for (const name of propagator.fields()) delete headers[name]
        const parent = propagator.extract(ROOT_CONTEXT, headers, {
          get: (carrier, key) => carrier[key],
          keys: (carrier) => Object.keys(carrier),
        })
        const attributes = {
          'http.request.method': request.method,
          'http.route': request.routeOptions.url ?? 'none',
          'pianzhang.request_id': request.id,
        }
        const name = `${attributes['http.request.method']} ${attributes['http.route']}`
        const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
        const context = trace.setSpan(parent, span)
        requests.set(request, { span, context })
        // The process of exports gets the headers of a forwarded request.
        propagator.inject(context, headers, { set: (carrier, key, value) => (carrier[key] = value) })
        contexts.with(context, done)
      })
      // Enters the request's trace context again: what follows the reading of a body runs in the async context of the socket's `data` event.
      http.addHook('preValidation', (request, _reply, done) => {
        const known = requests.get(request)
        if (known) contexts.with(known.context, done)
        else done()
      })
      http.addHook('onResponse', async (request, reply) => {
        const span = requests.get(request)?.span
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
      })
    },
    async statement(text, send) {
      const parent = contexts.active()
      if (!trace.getSpan(parent)) return await send()
      const brief = text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT)
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': brief }
      const name = brief.split(' ', 1)[0]?.toUpperCase() ?? ''
      return await within(name, { kind: SpanKind.CLIENT, parent, attributes }, send)
    },
    job: async (name, run) =>
      await within(`job ${name}`, { kind: SpanKind.INTERNAL, parent: ROOT_CONTEXT, attributes: {} }, run),
    async close() {
      const shutdown = provider.shutdown().catch((error: unknown) => console.error('traces:', error))
      await Promise.race([shutdown, sleep(FLUSH_MS, undefined, { ref: false })])
      contexts.disable()
    },
  }
}

/** The sampler that `OTEL_TRACES_SAMPLER` and its argument name, as specified; by default all traces except those that the caller does not sample. */
function samplerOf(sdk: typeof import('@opentelemetry/sdk-trace'), env: NodeJS.ProcessEnv): Sampler {
  const name = env.OTEL_TRACES_SAMPLER ?? ''
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG ?? 1)
  const root = name.endsWith('always_off')
    ? new sdk.AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new sdk.TraceIdRatioBasedSampler(Number.isFinite(ratio) ? ratio : 1)
      : new sdk.AlwaysOnSampler()
  return name === '' || name.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root
}
