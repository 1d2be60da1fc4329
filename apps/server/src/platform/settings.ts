import { type Config, ConfigError, readConfig, SETTING_NAMES } from './config.ts'
import { chooseDataDir } from './database/embedded-postgres.ts'
import { loadSite } from './pages/site.ts'
import { checkPaymentKeys } from './payments/keys.ts'
import { checkStorageKeys } from './storage/secret.ts'

/**
 * Reads and checks the operator's settings before anything starts. Throws one `ConfigError` that names every mistake. `note` is a line to
 * print, `notices` are about variables that look like a setting and are none.
 */
export async function readSettings(
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<{ config: Config; note?: string; notices: string[] }> {
  const { dataDir, note } = chooseDataDir(env, cwd)
  const notices = unknownSettings(env)
  const [config, site] = await Promise.allSettled([
    (async () => {
      const config = readConfig(env, dataDir)
      await checkPaymentKeys(config)
      await checkStorageKeys(config.storage)
      return config
    })(),
    loadSite(env.SITE?.trim() || null),
  ])
  const reasons = [config, site].flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  for (const reason of reasons) if (!(reason instanceof ConfigError)) throw reason
  if (config.status === 'rejected' || site.status === 'rejected')
    throw new ConfigError([...reasons.map((reason) => reason.message), ...notices].join('\n'))
  return { config: config.value, note, notices }
}

/** Names that begin so belong to nobody else. */
const PREFIXES = /^(ALERT|ALIPAY|BACKUP|DATABASE|INVOICE_CHECK|METRICS|QINIU|S3|SMTP|STORAGE|WECHAT_PAY)_/
/** Other programs' names are as near to a short name of ours as a mistyped one. */
const SHORT = 6

/** A warning for each variable that is no setting, and is spelt nearly like one or begins like one. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known = new Set(SETTING_NAMES)
  return Object.keys(env)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const near = SETTING_NAMES.find(
        (one) => distance(name.toUpperCase(), one) <= (one.length > SHORT ? 2 : 1),
      )
      if (!near && !PREFIXES.test(name)) return []
      return [`注意：没有名为 ${name} 的设置，它不起作用${near ? `；是否应为 ${near}？` : ''}`]
    })
}

/** Optimal string alignment: the characters to insert, remove, replace or swap with the next one. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      const at = (back: number, left: number) => (back === 0 ? row : rows[i - back])?.[j - left] ?? Infinity
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + cost, swapped ? at(2, 2) + 1 : Infinity))
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? Infinity
}
