import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { errorForLog } from '../../platform/http/log-error.ts'
import type { Services } from '../../platform/services.ts'
import { diskOf, diskWarning } from './disk.ts'
import { send } from './send-alert.ts'
import { backupWarnings } from './state.ts'

const TICK_MS = 60_000
/** A server that was not ready for so long needs somebody. */
const NOT_READY_MS = 5 * 60_000
/** What lasts is said again after a day. */
const AGAIN_MS = 24 * 3600_000
const CERTIFICATE_MS = 14 * 24 * 3600_000
const CERTIFICATE_EVERY_MS = 6 * 3600_000
const TLS_MS = 10_000

/** A thing that needs the operator; `key` stays the same while `text` may change. */
interface Trouble {
  key: string
  text: string
}

type Watched = Pick<Services, 'db' | 'config' | 'readiness' | 'clock'>

/**
 * Tells the operator of what needs somebody: this server not ready for five minutes, its disk nearly full, the last backup late, failed or
 * damaged, the certificate of PUBLIC_URL about to expire. Each once a day while it lasts, and once when it is over. A server that does not run
 * tells nothing.
 */
export class Alerts {
  readonly #services: Watched
  readonly #said = new Map<string, { text: string; at: number }>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #notReadySince: number | null = null
  #certificate: { at: number; troubles: Trouble[] } = { at: Number.NEGATIVE_INFINITY, troubles: [] }

  constructor(services: Watched) {
    this.#services = services
  }

  /** Does nothing where neither a webhook nor a mail address is configured. */
  start(): void {
    const { webhook, mail } = this.#services.config.alerts
    if (webhook === null && mail === null) return
    const tick = () => {
      this.#timer = setTimeout(
        () =>
          void this.check()
            .catch((error) => console.error('alerts: the look failed:', errorForLog(error)))
            .finally(() => this.#stopping.signal.aborted || tick()),
        TICK_MS,
      )
      this.#timer.unref()
    }
    tick()
  }

  stop(): void {
    this.#stopping.abort()
    clearTimeout(this.#timer)
  }

  /** Looks once, and sends what is new. A message that could not be sent is tried again at the next look. */
  async check(): Promise<void> {
    const now = this.#services.clock().getTime()
    const troubles = await this.#troubles(now)
    for (const { key, text } of troubles) {
      const before = this.#said.get(key)
      if (before && now - before.at < AGAIN_MS) continue
      if (await this.#send(`须处理：${text}`)) this.#said.set(key, { text, at: now })
    }
    for (const [key, { text }] of [...this.#said])
      if (!troubles.some((trouble) => trouble.key === key) && (await this.#send(`已恢复：${text}`)))
        this.#said.delete(key)
  }

  async #send(text: string): Promise<boolean> {
    try {
      await send(this.#services.config, text)
      return true
    } catch (error) {
      console.error('alerts: 提醒未能发出：', errorForLog(error).message)
      return false
    }
  }

  async #troubles(now: number): Promise<Trouble[]> {
    return [
      ...(await this.#readiness(now)),
      ...(await this.#disk()),
      ...(await this.#backup()),
      ...(await this.#certificateOf(now)),
    ]
  }

  async #readiness(now: number): Promise<Trouble[]> {
    const failing = (await this.#services.readiness.check()).filter(({ ok, part }) => !ok && part.required)
    if (failing.length === 0) this.#notReadySince = null
    else this.#notReadySince ??= now
    if (this.#notReadySince === null || now - this.#notReadySince < NOT_READY_MS) return []
    return [
      { key: 'ready', text: `服务不可用已超过 5 分钟：${failing.map(({ part }) => part.title).join('、')}` },
    ]
  }

  async #disk(): Promise<Trouble[]> {
    const text = diskWarning(await diskOf(this.#services.config.dataDir))
    return text ? [{ key: 'disk', text }] : []
  }

  /** None while the database does not answer: that is the readiness' trouble. */
  async #backup(): Promise<Trouble[]> {
    try {
      const words = await backupWarnings(this.#services.db, this.#services.clock())
      return words.map(({ key, text }) => ({ key, text }))
    } catch (error) {
      console.error('alerts: the database did not answer:', errorForLog(error).message)
      return []
    }
  }

  async #certificateOf(now: number): Promise<Trouble[]> {
    const { publicUrl } = this.#services.config
    if (publicUrl?.protocol !== 'https:') return []
    if (now - this.#certificate.at > CERTIFICATE_EVERY_MS)
      this.#certificate = { at: now, troubles: await certificateTroubles(publicUrl, now) }
    return this.#certificate.troubles
  }
}

/** Whether the certificate of this address expires soon, or cannot be read. */
export async function certificateTroubles({ hostname: written, port }: URL, now: number): Promise<Trouble[]> {
  // An IPv6 address is in brackets in a URL.
  const hostname = written.replace(/^\[|\]$/g, '')
  try {
    const until = await certificateUntil(hostname, Number(port) || 443)
    if (until.getTime() - now > CERTIFICATE_MS) return []
    return [{ key: 'certificate', text: `${hostname} 的证书在 ${until.toISOString().slice(0, 10)} 到期` }]
  } catch (error) {
    return [{ key: 'certificate', text: `无法读取 ${hostname} 的证书：${(error as Error).message}` }]
  }
}

/** The expiry date of the certificate. Its issuer is not verified (`rejectUnauthorized`), so that self-signed certificates are read as well. */
function certificateUntil(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connectTls(
      { host, port, ...(!isIP(host) && { servername: host }), rejectUnauthorized: false, timeout: TLS_MS },
      () => {
        resolve(new Date(socket.getPeerCertificate().valid_to))
        socket.destroy()
      },
    )
    socket.on('error', reject)
    socket.on('timeout', () => socket.destroy(new Error('没有应答')))
  })
}
