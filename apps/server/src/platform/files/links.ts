import { timingSafeEqual } from 'node:crypto'
import { sign } from '../config.ts'
import { Failure } from '../http/errors.ts'
import type { Services } from '../services.ts'

/**
 * Signed links: anybody who has one may read the file until it expires, without a login. The server creates them in answers to people who have
 * the right, so that `<img>` and downloads need no header.
 */
const LINK_PURPOSE = 'link'

type Query = Readonly<Record<string, string>>
type Signer = Pick<Services, 'secret' | 'clock'>

/**
 * `path?query&expires&sign`, without the host. `expires` (unix seconds) is at least `ttlMs` away; with `roundMs` it is rounded up, so
 * that the link stays the same for that long and a browser can cache the file.
 */
export function signLink(
  services: Signer,
  path: string,
  query: Query,
  ttlMs: number,
  roundMs = 1000,
): string {
  const expires = String((Math.ceil((services.clock().getTime() + ttlMs) / roundMs) * roundMs) / 1000)
  const signature = sign(services.secret, LINK_PURPOSE, partsOf(path, query, expires))
  const ownQuery = new URLSearchParams(query).toString()
  return `${path}?${ownQuery && `${ownQuery}&`}expires=${expires}&sign=${signature}`
}

/** Verifies a link of `signLink`; returns the signed query and the expiry. Throws `forbidden` for a forged or expired link. */
export function checkLink(services: Signer, path: string, given: unknown): { query: Query; expiresAt: Date } {
  const { expires, sign: signature, ...query } = (given ?? {}) as Record<string, unknown>
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
    throw refusedLink()
  if (!Object.values(query).every((value) => typeof value === 'string')) throw refusedLink()
  if (!sameText(signature, sign(services.secret, LINK_PURPOSE, partsOf(path, query as Query, expires))))
    throw refusedLink()
  const expiresAt = new Date(Number(expires) * 1000)
  if (services.clock() >= expiresAt) throw refusedLink()
  return { query: query as Query, expiresAt }
}

export const LINK_EXPIRED = '链接已失效，请刷新页面后重试'
const refusedLink = () => new Failure('forbidden', LINK_EXPIRED)

const partsOf = (path: string, query: Query, expires: string) => [
  path,
  ...Object.keys(query)
    .sort()
    .flatMap((name) => [name, query[name] ?? '']),
  expires,
]

/** Compares signatures in constant time, so that the time does not reveal how many characters are right. */
export function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** RFC 6266: the name in UTF-8 (RFC 5987), and an ASCII one for programs that cannot read that. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed()
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const utf8 = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
