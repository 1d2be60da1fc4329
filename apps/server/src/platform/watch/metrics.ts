import type { FastifyInstance } from 'fastify'
import type { JobState } from '../jobs.ts'
import type { Readiness } from '../readiness.ts'
import type { ServerState } from './state.ts'

/** Upper bounds of the histograms in seconds, up to the page's timeout. */
const BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10]
/** Methods that become a label. Others that the HTTP parser accepts, some thirty, would multiply the time series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])

interface Metered {
  http: FastifyInstance
  state(): ServerState
  /** State of the process of exports; null while it does not run. */
  bulkState(): Promise<ServerState | null>
  jobs(): ReadonlyMap<string, JobState>
  readiness: Readiness
}

/** In Prometheus' text format. */
export interface Metrics {
  contentType: string
  text(): Promise<string>
}

/**
 * What Prometheus reads. Labels are route patterns and names from our code, never what a caller or a person wrote, so that their number is
 * bounded. Call it before the routes are registered. The library is loaded only here.
 */
export async function openMetrics(metered: Metered): Promise<Metrics> {
  const { default: prom } = await import('prom-client')
  const register = new prom.Registry()
  prom.collectDefaultMetrics({ register })
  const durations = new prom.Histogram({
    name: 'pianzhang_http_request_duration_seconds',
    help: 'Time until a request was answered in full; of an event stream, until it ended',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  })
  metered.http.addHook('onResponse', async (request, reply) => {
    const method = METHODS.has(request.method) ? request.method : 'other'
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new prom.Gauge({ name: `pianzhang_${name}`, help, labelNames, registers: [register] })
  const streams = gauge('event_streams', 'Open event streams', [])
  const ready = gauge('ready', '1 while requests should be sent here', [])
  const age = gauge('job_age_seconds', 'Time since a job last succeeded, on any server', ['job'])
  const failures = gauge('job_failures', 'How often a job has failed since it last succeeded', ['job'])
  const connections = gauge('database_connections', 'Connections of a pool', ['process', 'pool', 'state'])
  const waiting = gauge('database_waiting', 'Requests that wait for a connection', ['process', 'pool'])
  const slots = gauge('slots', 'Slots of work that takes seconds', ['process', 'kind', 'state'])
  const report = (process: string, state: ServerState) => {
    for (const [pool, { total, idle, waiting: queue, max }] of Object.entries(state.pools)) {
      connections.set({ process, pool, state: 'used' }, total - idle)
      connections.set({ process, pool, state: 'idle' }, idle)
      connections.set({ process, pool, state: 'max' }, max)
      waiting.set({ process, pool }, queue)
    }
    for (const [kind, { taken, waiting: queue, total }] of Object.entries(state.slots)) {
      slots.set({ process, kind, state: 'taken' }, taken)
      slots.set({ process, kind, state: 'waiting' }, queue)
      slots.set({ process, kind, state: 'total' }, total)
    }
  }
  const look = async () => {
    // Awaited before the values are reset, as scrapes may overlap. The readiness check runs here too, as without a proxy nobody else asks for it.
    const [bulk] = await Promise.all([metered.bulkState(), metered.readiness.check()])
    for (const one of [connections, waiting, slots, age, failures]) one.reset()
    const state = metered.state()
    streams.set(state.streams)
    ready.set(metered.readiness.isReady ? 1 : 0)
    report('main', state)
    for (const [job, { age: seconds, failures: count }] of metered.jobs()) {
      if (seconds !== null) age.set({ job }, seconds)
      failures.set({ job }, count)
    }
    if (bulk) report('exports', bulk)
  }
  return {
    contentType: register.contentType,
    async text() {
      await look()
      return await register.metrics()
    },
  }
}
