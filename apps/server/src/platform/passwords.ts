import { hash, verify } from '@node-rs/argon2'

/** argon2id with OWASP's settings: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string) => hash(password, OPTIONS)

let stranger: Promise<string> | undefined

/** False for a wrong password. Without a hash it takes as long as with one, so that an unknown phone cannot be told by the clock. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  stranger ??= hashPassword('nobody')
  const right = await verify(stored ?? (await stranger), password)
  return stored !== null && right
}
