import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { errorForLog } from '../../platform/http/log-error.ts'
import type { Services } from '../../platform/services.ts'
import { ToldAlerts } from './alert-log.ts'
import { backupsOf, foldersOf, type Look, lookAtBackups } from './backups.ts'
import { backupDiskOf, backupDiskWarning, diskOf, diskWarning } from './disk.ts'
import { send } from './send-alert.ts'

const TICK_MS = 60_000
/** A server that was not ready for so long needs somebody. */
const NOT_READY_MS = 5 * 60_000
/** What lasts is said again after a day. */
const AGAIN_MS = 24 * 3600_000
const CERTIFICATE_MS = 14 * 24 * 3600_000
const CERTIFICATE_EVERY_MS = 6 * 3600_000
const TLS_MS = 10_000

type Watched = Pick<Services, 'db' | 'config' | 'readiness' | 'clock'>

/**
 * Tells the operator of what needs somebody: this server not ready for five minutes, a disk of its nearly full, the last backup or its copy late,
 * failed or damaged, the certificate of PUBLIC_URL about to expire. Each once a day while it lasts, and once when it is over, by one of all servers. A
 * server that does not run tells nothing.
 */
export class Alerts {
  readonly #services: Watched
  readonly #told: ToldAlerts
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #notReadySince: number | null = null
  #certificate: { at: number; look: Look } = { at: Number.NEGATIVE_INFINITY, look: {} }

  constructor(services: Watched) {
    this.#services = services
    this.#told = new ToldAlerts(services.db)
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
    const now = this.#services.clock()
    const look = await this.#look(now.getTime())
    const told = await this.#told.read()
    for (const [key, text] of Object.entries(look)) {
      const before = told.get(key)
      if (text === null ? !before : before && now.getTime() - before.at.getTime() < AGAIN_MS) continue
      if (!(await this.#told.claim(key, before))) continue
      if (!(await this.#send(text === null ? `已恢复：${before?.text}` : `须处理：${text}`)))
        await this.#told.release(key)
      else if (text === null) await this.#told.forget(key)
      else await this.#told.note(key, { text, at: now })
    }
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

  async #look(now: number): Promise<Look> {
    return {
      ...(await this.#readiness(now)),
      ...(await this.#disks()),
      ...(await this.#backups()),
      ...(await this.#certificateOf(now)),
    }
  }

  async #readiness(now: number): Promise<Look> {
    const failing = (await this.#services.readiness.check()).filter(({ ok, part }) => !ok && part.required)
    if (failing.length === 0) {
      this.#notReadySince = null
      return { [here('ready')]: null }
    }
    this.#notReadySince ??= now
    if (now - this.#notReadySince < NOT_READY_MS) return {}
    const parts = failing.map(({ part }) => part.title).join('、')
    return {
      [here('ready')]: `服务不可用已超过 5 分钟：${parts}，原因见 ${hostname()} 的 journalctl -u pianzhang`,
    }
  }

  async #disks(): Promise<Look> {
    const { config, db, clock } = this.#services
    const { dataDir } = config
    const look = { [here('disk')]: diskWarning(await diskOf(dataDir)) }
    const backups = await this.#asked(backupsOf(db, clock()))
    if (!backups) return look
    const warning = backupDiskWarning(await backupDiskOf(dataDir, foldersOf(backups)))
    return { ...look, [here('backup-disk')]: warning }
  }

  async #backups(): Promise<Look> {
    const { config, db, clock } = this.#services
    return (await this.#asked(lookAtBackups(db, config, clock()))) ?? {}
  }

  /** Undefined while the database does not answer: that is the readiness' trouble. */
  async #asked<T>(query: Promise<T>): Promise<T | undefined> {
    try {
      return await query
    } catch (error) {
      console.error('alerts: the database did not answer:', errorForLog(error).message)
      return undefined
    }
  }

  async #certificateOf(now: number): Promise<Look> {
    const { publicUrl } = this.#services.config
    if (publicUrl?.protocol !== 'https:') return {}
    if (now - this.#certificate.at > CERTIFICATE_EVERY_MS)
      this.#certificate = { at: now, look: await lookAtCertificate(publicUrl, now) }
    return this.#certificate.look
  }
}

/** The key of what one server alone may have, and that no other one may call over. */
const here = (key: string) => `${key}@${hostname()}`

/** Whether the certificate of this address expires soon, or cannot be read. */
async function lookAtCertificate({ hostname: written, port }: URL, now: number): Promise<Look> {
  // An IPv6 address is in brackets in a URL.
  const name = written.replace(/^\[|\]$/g, '')
  try {
    const until = await certificateUntil(name, Number(port) || 443)
    const expires =
      until.getTime() - now > CERTIFICATE_MS
        ? null
        : `${name} 的证书在 ${until.toISOString().slice(0, 10)} 到期，请检查续期，见《故障处理》的“证书”`
    return { certificate: expires, [here('certificate-unread')]: null }
  } catch (error) {
    return { [here('certificate-unread')]: `无法读取 ${name} 的证书：${(error as Error).message}` }
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
