import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `purpose` keeps what was sealed for one purpose from being opened for another. */
const keyOf = (secret: string, purpose: string) =>
  createHmac('sha256', secret).update(`seal ${purpose}`).digest()

/** Encrypts a text with the server's secret (AES-256-GCM, a random nonce), so that the database alone does not tell it. */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
}

/** The text that `seal` encrypted. Throws for another secret or purpose, and for a changed text. */
export function unseal(secret: string, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const tagAt = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAuthTag(bytes.subarray(NONCE_BYTES, tagAt))
  return decipher.update(bytes.subarray(tagAt), undefined, 'utf8') + decipher.final('utf8')
}
