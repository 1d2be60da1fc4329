import { createHash, randomBytes } from 'node:crypto'

/** An opaque code of 96 random bits: 16 characters of base64url. */
export const newCode = () => randomBytes(12).toString('base64url')

/** A secret that is handed out once and kept hashed: 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url')

export const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()
