import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSignature } from '../../../../deploy/operator/signature.mjs'
import { secretKeyOf, signFile } from '../../../../scripts/release/sign.mjs'
import { newSecretKey } from './release.ts'

/** Made by minisign 0.11: `minisign -G -W`, and `minisign -S` of the file `an archive\n`. */
const PUBLIC = 'RWTRE1PqvcnoiIg43nE6XudrP2718/o9qRb7eu+un0zp2ZHvqj9BGUVb'
const SECRET = `untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0RNT6r3J6IgkjHJuxsQh9e8WoiA++TtgsHGwduq7l+Iwik1a5lKwEog43nE6XudrP2718/o9qRb7eu+un0zp2ZHvqj9BGUVbAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`
const SIGNATURE = `untrusted comment: signature from minisign secret key
RUTRE1PqvcnoiNWGnyRv3OwlUiDEc0ggRG7wk4Q5m9uYTBxpS7apfnIRfblptHPnLIqvEDi/qyO2XQWUgBmo7MkeE3eMn2wtYgA=
trusted comment: timestamp:0	file:a.tar.gz	hashed
g4xf2+3BxphnzXJhJrQZz9f5/MD1lusPR2c4fTaCpx33uD/mOZ6ePqlgwz6v+N/XSPyuduvmosDysB0h2uaMDg==
`
const COMMENT = 'timestamp:0\tfile:a.tar.gz\thashed'

const folder = mkdtempSync(join(tmpdir(), 'pianzhang-signature-'))
const file = join(folder, 'a.tar.gz')
beforeAll(() => writeFileSync(file, 'an archive\n'))
afterAll(() => rmSync(folder, { recursive: true }))

test('signatures are byte for byte those of minisign, and those of minisign are accepted', async () => {
  const key = secretKeyOf(SECRET)
  expect(key.publicKey).toBe(PUBLIC)
  expect(await signFile(file, key, COMMENT)).toBe(SIGNATURE)
  expect(await checkSignature(file, SIGNATURE, PUBLIC)).toBe(COMMENT)
})

test('another file, key, comment or signature is refused', async () => {
  const other = join(folder, 'other')
  writeFileSync(other, `${readFileSync(file, 'utf8')} `)
  const foreign = secretKeyOf(newSecretKey())
  // The number of a key is no secret: only its signature counts.
  const forged = await signFile(file, { ...foreign, id: secretKeyOf(SECRET).id }, COMMENT)
  const [first = '', made = '', ...rest] = SIGNATURE.split('\n')
  // A signature of the file itself and not of its hash, which minisign made before 0.10.
  const unhashed = Buffer.from(made, 'base64').fill('Ed', 0, 2).toString('base64')
  const wrong: [string, string, string][] = [
    [other, SIGNATURE, PUBLIC],
    [file, SIGNATURE.replace('timestamp:0', 'timestamp:1'), PUBLIC],
    [file, SIGNATURE, foreign.publicKey],
    [file, await signFile(file, foreign, COMMENT), PUBLIC],
    [file, forged, PUBLIC],
    [file, [first, unhashed, ...rest].join('\n'), PUBLIC],
    [file, '', PUBLIC],
    [file, SIGNATURE, 'none'],
  ]
  for (const [name, signature, key] of wrong)
    await expect(checkSignature(name, signature, key), signature).rejects.toThrow(
      /与签名不符|由另一个密钥签名|不是 minisign 的/,
    )
})

test('a secret key with a password, a damaged one or another file is refused', () => {
  const [line = '', text = ''] = SECRET.split('\n')
  const bytes = Buffer.from(text, 'base64')
  const changed = (at: number, by: string) =>
    `${line}\n${Buffer.from(bytes)
      .fill(by, at, at + by.length, 'latin1')
      .toString('base64')}\n`
  expect(() => secretKeyOf(changed(2, 'Sc'))).toThrow('minisign -G -W')
  expect(() => secretKeyOf(changed(70, 'x'))).toThrow('私钥文件已损坏')
  expect(() => secretKeyOf(PUBLIC)).toThrow('不是 minisign 的私钥文件')
})
