import { argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

/** `memoryCost` in KiB. */
export interface HashParameters {
  memoryCost: number
  timeCost: number
  parallelism: number
}

const SALT_BYTES = 16
const HASH_BYTES = 32
/** The encoded hash of argon2's reference implementation: algorithm, version, parameters, salt and hash, these two in base64 without padding. */
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** An argon2id hash (RFC 9106) of the password with a random salt, as text with its parameters. Blocks the thread meanwhile. */
export function hashNow(password: string, parameters: HashParameters): string {
  const salt = randomBytes(SALT_BYTES)
  const { memoryCost, timeCost, parallelism } = parameters
  const hash = derive(password, salt, HASH_BYTES, parameters)
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

/** Whether `hashNow`, or another implementation, made the stored text of this password. Throws if it is no argon2id hash. */
export function verifyNow(stored: string, password: string): boolean {
  const [, memory, time, parallelism, salt = '', hash = ''] = stored.match(STORED) ?? []
  const expected = Buffer.from(hash, 'base64')
  if (expected.length === 0) throw new Error('what is stored is no argon2id hash')
  return timingSafeEqual(
    expected,
    derive(password, Buffer.from(salt, 'base64'), expected.length, {
      memoryCost: Number(memory),
      timeCost: Number(time),
      parallelism: Number(parallelism),
    }),
  )
}

const derive = (password: string, salt: Buffer, bytes: number, parameters: HashParameters) =>
  argon2Sync('argon2id', {
    message: Buffer.from(password),
    nonce: salt,
    memory: parameters.memoryCost,
    passes: parameters.timeCost,
    parallelism: parameters.parallelism,
    tagLength: bytes,
  })

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
