import type { FastifyInstance } from 'fastify'
import { type Config, ConfigError } from '../platform/config.ts'
import { mayListenLater } from '../platform/system-errors.ts'

/** Listens; returns the address to print. Throws a `ConfigError` if `HOST` or `PORT` cannot be used. */
export async function listen(http: FastifyInstance, config: Pick<Config, 'host' | 'port'>): Promise<string> {
  try {
    await http.listen({ host: config.host, port: config.port })
  } catch (error) {
    const reason = listenTrouble(error as NodeJS.ErrnoException, config)
    throw reason ? new ConfigError(reason, { transient: mayListenLater(error) }) : error
  }
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}

/** A text for the operator that says what to change; null for an unknown error. */
export function listenTrouble(
  { code }: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `端口 ${port} 已被占用，请用环境变量 PORT 指定其他端口`
    case 'EACCES':
      return `没有权限监听端口 ${port}（1024 以下的端口通常只有 root 可用），请用环境变量 PORT 指定其他端口`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `环境变量 HOST 的值“${host}”不是本机的地址，应为 127.0.0.1（仅本机）、0.0.0.0（所有网卡）或本机的某个地址`
    default:
      return null
  }
}
