import { createHash, randomBytes, randomInt } from 'node:crypto'

const CODE_BYTES = 12
/** Random bytes are drawn in bulk: a call for a few costs as much as for thousands, and an import makes a code for every line. */
let pool = Buffer.alloc(0)
let used = 0

/** An opaque code of 96 random bits: 16 characters of base64url. */
export function newCode(): string {
  if (used + CODE_BYTES > pool.length) {
    pool = randomBytes(CODE_BYTES * 256)
    used = 0
  }
  used += CODE_BYTES
  return pool.toString('base64url', used - CODE_BYTES, used)
}

/** Random characters of an alphabet, for what people type or read out. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A secret of 256 random bits, sent once and stored as a hash. */
export const newToken = () => randomBytes(32).toString('base64url')

export const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()
