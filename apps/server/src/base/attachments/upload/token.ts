import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { sign } from '../../../platform/config.ts'
import { sameText } from '../../../platform/files/links.ts'
import { invalid } from '../../../platform/http/errors.ts'
import type { Services } from '../../../platform/services.ts'

export const TOKEN_MS = 10 * 60_000
const PURPOSE = 'upload'

/** Content of an upload token: the person may upload one file with this key into this project. The server stores nothing until it is used. */
export interface UploadGrant {
  userId: bigint
  projectId: bigint
  key: string
  /** Unique in `attachments`, so that a token is used once. */
  id: string
}

const payload = z.object({ u: z.string(), p: z.string(), k: z.string(), e: z.number(), i: z.string() })

type Signer = Pick<Services, 'secret' | 'clock'>

export const newGrant = (grant: Omit<UploadGrant, 'id'>): UploadGrant => ({
  ...grant,
  id: randomBytes(12).toString('base64url'),
})

/** Returns `<payload>.<signature>`, valid for 10 minutes. */
export function issueToken(services: Signer, grant: UploadGrant): string {
  const content: z.input<typeof payload> = {
    u: String(grant.userId),
    p: String(grant.projectId),
    k: grant.key,
    e: services.clock().getTime() + TOKEN_MS,
    i: grant.id,
  }
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${text}.${sign(services.secret, PURPOSE, [text])}`
}

/**
 * Verifies a token. Throws 422 on the field, not 401: the session is still valid, and on 401 the page would log out and lose unsaved input.
 */
export function readToken(services: Signer, token: string): UploadGrant {
  const [text = '', signature = '', ...more] = token.split('.')
  const genuine = more.length === 0 && sameText(signature, sign(services.secret, PURPOSE, [text]))
  if (!genuine) throw refusedToken('上传凭证无效，请重新上传')
  const content = payload.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (services.clock().getTime() >= content.e) throw refusedToken('上传凭证已过期，请重新上传')
  return { userId: BigInt(content.u), projectId: BigInt(content.p), key: content.k, id: content.i }
}

export const refusedToken = (message: string) => invalid([{ field: 'token', message }])
export const usedToken = () => refusedToken('上传凭证已使用，请重新上传')
