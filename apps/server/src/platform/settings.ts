import { type Config, ConfigError, readConfig } from './config.ts'
import { chooseDataDir } from './database/embedded-postgres.ts'
import { loadSite } from './pages/site.ts'
import { checkPaymentKeys } from './payments/keys.ts'
import { checkStorageKeys } from './storage/secret.ts'

/**
 * Reads and checks the operator's settings before anything starts. Throws one `ConfigError` that names every mistake. `note` is a line to
 * print.
 */
export async function readSettings(
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<{ config: Config; note?: string }> {
  const { dataDir, note } = chooseDataDir(env, cwd)
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
    throw new ConfigError(reasons.map((reason) => reason.message).join('\n'))
  return { config: config.value, note }
}
