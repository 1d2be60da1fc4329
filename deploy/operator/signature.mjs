import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'

// Checks signatures of minisign (https://jedisct1.github.io/minisign/): Ed25519 of the file's BLAKE2b-512, and again of that signature with the
// trusted comment. `node signature.mjs <public key> <file>` checks `<file>.minisig`.

/** Names of the algorithms in a key and in a signature of a hash. */
export const KEY_KIND = 'Ed'
export const SIGNATURE_KIND = 'ED'

const SIGNATURE = /^untrusted comment: .*\n(\S+)\ntrusted comment: (.*)\n(\S+)\n?$/

/** The trusted comment. Throws an Error in Chinese unless `signature` (the text of a `.minisig`) is one of the file by this public key. */
export async function checkSignature(file, signature, publicKey) {
  const key = publicKeyOf(publicKey)
  const [, made = '', comment = '', global = ''] = SIGNATURE.exec(signature.replaceAll('\r\n', '\n')) ?? []
  const bytes = Buffer.from(made, 'base64')
  if (bytes.length !== 74 || bytes.toString('latin1', 0, 2) !== SIGNATURE_KIND)
    throw new Error('不是 minisign 的签名文件')
  if (!bytes.subarray(2, 10).equals(key.id))
    throw new Error('由另一个密钥签名，不是已安装的版本所信任的发布者')
  const own = bytes.subarray(10)
  const isOfFile = verify(null, await hashOf(file), key.key, own)
  const isOfComment = verify(null, signedComment(own, comment), key.key, Buffer.from(global, 'base64'))
  if (!isOfFile || !isOfComment) throw new Error('与签名不符')
  return comment
}

/** What the second signature of a `.minisig` signs. */
export const signedComment = (signature, comment) => Buffer.concat([signature, Buffer.from(comment)])

export async function hashOf(file) {
  const hash = createHash('blake2b512')
  await pipeline(createReadStream(file), hash)
  return hash.digest()
}

/** `text`: the second line of minisign's file of a public key. */
function publicKeyOf(text) {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== KEY_KIND)
    throw new Error('不是 minisign 的公钥')
  const x = bytes.subarray(10).toString('base64url')
  return {
    id: bytes.subarray(2, 10),
    key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
  }
}

if (import.meta.main) {
  const [publicKey = '', file = ''] = process.argv.slice(2)
  try {
    await checkSignature(file, readFileSync(`${file}.minisig`, 'utf8'), publicKey)
  } catch (error) {
    console.error(`${file}：${error.message}`)
    process.exitCode = 1
  }
}
