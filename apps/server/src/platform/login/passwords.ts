import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { turns } from '../turns.ts'

/** argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, 2 iterations, parallelism 1. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** One on each core: more are no quicker together, and would take all threads of libuv, which files and pictures need too. */
const hashing = turns(availableParallelism())

export const hashPassword = (password: string): Promise<string> => hashing(() => hash(password, OPTIONS))

let dummyHash: Promise<string> | undefined

/** False for a wrong password. Without a stored hash it takes as long, so that the time does not reveal unknown phone numbers. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody')
  const compared = stored ?? (await dummyHash)
  const right = await hashing(() => verify(compared, password))
  return stored !== null && right
}
