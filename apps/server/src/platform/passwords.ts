import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, 2 iterations, parallelism 1. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string) => hash(password, OPTIONS)

let dummyHash: Promise<string> | undefined

/** False for a wrong password. Without a stored hash it takes as long, so that the time does not reveal unknown phone numbers. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody')
  const right = await verify(stored ?? (await dummyHash), password)
  return stored !== null && right
}
