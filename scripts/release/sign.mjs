import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { hashOf, KEY_KIND, SIGNATURE_KIND, signedComment } from '../../deploy/operator/signature.mjs'

/** Bytes of minisign's secret key before the key's number: names of algorithms, and what derives a key from a password. */
const HEAD = 54

/**
 * A secret key of `minisign -G -W`, which has no password. `publicKey` is the second line of the public key's file. Throws in Chinese for any
 * other text.
 */
export function secretKeyOf(text) {
  const bytes = Buffer.from(text.trim().split('\n').at(-1) ?? '', 'base64')
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== KEY_KIND)
    throw new Error('不是 minisign 的私钥文件')
  if (bytes.readUInt16LE(2) !== 0) throw new Error('私钥有密码，请用 minisign -G -W 生成没有密码的私钥')
  const id = bytes.subarray(HEAD, HEAD + 8)
  const [d, x] = [bytes.subarray(HEAD + 8, HEAD + 40), bytes.subarray(HEAD + 40, HEAD + 72)]
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: d.toString('base64url'), x: x.toString('base64url') }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  if (createPublicKey(key).export({ format: 'jwk' }).x !== jwk.x) throw new Error('私钥文件已损坏')
  return { id, key, publicKey: Buffer.concat([Buffer.from(KEY_KIND), id, x]).toString('base64') }
}

/** The text of a `.minisig` for the file. The same file, key and comment make the same text. */
export async function signFile(file, { id, key }, comment) {
  const signature = sign(null, await hashOf(file), key)
  const made = Buffer.concat([Buffer.from(SIGNATURE_KIND), id, signature])
  const global = sign(null, signedComment(signature, comment), key)
  return `untrusted comment: signature from minisign secret key
${made.toString('base64')}
trusted comment: ${comment}
${global.toString('base64')}
`
}
