import { readFileSync } from 'node:fs'
import type { FieldError } from '@pianzhang/contract/errors'
import { weakness } from '@pianzhang/contract/password'
import { limited } from '../concurrency.ts'
import { invalid } from '../http/errors.ts'
import { HashProcesses } from '../workers/hash-processes.ts'
import type { HashParameters } from './argon2.ts'

/**
 * The 10,000 most common passwords, of which only those are in the file that no other rule refuses (at least eight characters, no run of
 * neighbours), in small letters: an attacker tries them first. From `10k-most-common.txt` of SecLists; its licence ships with ours
 * (scripts/release/licences.mjs). Not in the page, for which 19 KB are much.
 */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

const isCommon = (password: string): boolean => COMMON.has(password.toLowerCase())

/**
 * argon2id with the second recommended parameters of RFC 9106, 64 MiB and 3 iterations, in one lane, as each hash has one core. The server's
 * tests lower them.
 */
export const PARAMETERS: HashParameters = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** An error of the field `password` if it is easily guessed; none without a password. `phone`: the account's, if known. */
export function weakPassword(password: string | null | undefined, phone?: string): FieldError[] {
  if (password == null) return []
  const message = weakness(password, phone) ?? (isCommon(password) ? '密码过于常见，请换一个' : undefined)
  return message ? [{ field: 'password', message }] : []
}

/** Throws 422 for a password that is easily guessed. */
export function refuseWeak(password: string, phone: string): void {
  const errors = weakPassword(password, phone)
  if (errors.length > 0) throw invalid(errors)
}

/** One pool for the whole process, also if it runs several servers, as in tests. */
export const hashProcesses = new HashProcesses()

/** Throws 503 if the process that hashes ends, and a second one too. */
export const hashPassword = async (password: string): Promise<string> =>
  (await hashProcesses.run({ password, parameters: PARAMETERS })) as string

let dummyHash: Promise<string> | undefined

/**
 * Whether the password is right. Takes the same time without a stored hash, or with one of cheaper parameters, so that the time does not
 * reveal which phone numbers have an account.
 */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  const compared = stored ?? (await dummy())
  const right = await hashProcesses.run({ password, stored: compared })
  if (stored !== null && right === true) return true
  await spendRest(compared, password)
  return false
}

/** Least memory of argon2 in KiB. */
const LEAST_MEMORY = 8

/** If the compared hash was cheaper than new ones, hashes for the missing time: argon2's time is proportional to memory × iterations. */
async function spendRest(compared: string, password: string): Promise<void> {
  const [, memory = 0, time = 0] = compared.match(/\$m=(\d+),t=(\d+),/)?.map(Number) ?? []
  const { memoryCost, timeCost } = PARAMETERS
  const rest = Math.round(memoryCost - (memory * time) / timeCost)
  if (rest >= LEAST_MEMORY)
    await hashProcesses.run({ password, parameters: { ...PARAMETERS, memoryCost: rest } })
}

async function dummy(): Promise<string> {
  dummyHash ??= hashPassword('nobody')
  return await dummyHash.catch((error: unknown) => {
    dummyHash = undefined
    throw error
  })
}

/** Whether the hash was made with other parameters than new ones are. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = PARAMETERS
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** New passwords are hashed one at a time, so that a login waits for one of them at most. */
const setting = limited(1)

/** Makes the hashes of a write before its transaction begins, so that it holds neither a connection nor locks meanwhile. */
export const hashAhead = (run: (hashes: PasswordHashes) => Promise<unknown>): Promise<PasswordHashes> =>
  setting(async () => {
    const hashes = new PasswordHashes()
    await run(hashes)
    return hashes
  })

/** Remembers hashes and comparisons, so that a transaction computes only those that `hashAhead` has not made, such as after a change. */
export class PasswordHashes {
  readonly #made = new Map<string, string>()
  readonly #checked = new Map<string, boolean>()

  async hash(password: string): Promise<string> {
    const made = this.#made.get(password) ?? (await hashPassword(password))
    this.#made.set(password, made)
    return made
  }

  async check(stored: string, password: string): Promise<boolean> {
    // The key is unambiguous, as a hash contains no space.
    const key = `${stored} ${password}`
    const right = this.#checked.get(key) ?? (await checkPassword(stored, password))
    this.#checked.set(key, right)
    return right
  }
}
