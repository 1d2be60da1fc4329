import { appendFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatInstant } from '@pianzhang/contract/calendar'
import type { FailureName } from '@pianzhang/contract/errors'
import { limited } from '../concurrency.ts'
import { Failure } from '../http/errors.ts'
import { errorForLog } from '../http/log-error.ts'
import type { OpenContext } from '../http/route.ts'

/**
 * A file of the data folder apart from the server's log, which names no address: who is guessing is looked up here, and fail2ban reads it
 * (docs/examples/fail2ban-filter.conf). The one before it is kept as `….1`.
 */
const FILE = 'failed-logins.log'
const MAX_BYTES = 10_000_000
/** Failures that are the caller's: not a server that cannot hash just now, or a company whose service was stopped. */
const OF_CALLER: readonly FailureName[] = ['invalid', 'locked', 'tooMany']
/** One at a time, or two of them would rename the file. */
const writing = limited(1)

/** Runs a login, and notes it in the file if it is refused. `phone`: as it was typed. */
export async function noted<T>(context: OpenContext, phone: string, login: () => Promise<T>): Promise<T> {
  try {
    return await login()
  } catch (error) {
    if (error instanceof Failure && OF_CALLER.includes(error.reason))
      await writing(() => note(context, phone, error.message)).catch((trouble: unknown) =>
        // Such as a full disk: the answer does not depend on the file.
        console.error('a failed login could not be noted:', errorForLog(trouble as Error)),
      )
    throw error
  }
}

async function note({ services, now, address }: OpenContext, phone: string, why: string): Promise<void> {
  const path = join(services.config.dataDir, FILE)
  if ((await sizeOf(path)) > MAX_BYTES) await rename(path, `${path}.1`)
  // The address stands first and nothing but digits of the phone is kept, so that nobody writes a line, or another's address, into the file.
  const line = `${formatInstant(now)} 登录失败 地址=${address} 手机号=${phone.replace(/\D/g, '?')} 原因=${why}\n`
  await appendFile(path, line, { mode: 0o600 })
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0
      throw error
    },
  )
