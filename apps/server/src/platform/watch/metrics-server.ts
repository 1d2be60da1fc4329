import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { ConfigError } from '../config.ts'
import { mayListenLater, reasonOf } from '../system-errors.ts'
import type { Metrics } from './metrics.ts'

/**
 * Answers `GET /metrics` on an address of its own, which a proxy does not pass on. Port 0: any free one. Throws a `ConfigError` if it
 * cannot listen there.
 */
export async function listenMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        console.error('metrics:', error)
        response.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new ConfigError(
      `环境变量 METRICS_HOST 和 METRICS_PORT 指定的地址 ${host}:${port} 无法监听：${reasonOf(error)}`,
      { transient: mayListenLater(error) },
    )
  }
  // An open metrics server does not keep the process running.
  server.unref()
  return server
}
