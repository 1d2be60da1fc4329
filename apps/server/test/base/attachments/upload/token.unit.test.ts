import { expect, test } from 'vitest'
import { readRange } from '../../../../src/base/attachments/serve.ts'
import { issueToken, newGrant, readToken } from '../../../../src/base/attachments/upload/token.ts'
import type { Services } from '../../../../src/platform/services.ts'

let now = 0
const services = { secret: 'a secret of a test', clock: () => new Date(now) } as Services
const grant = { userId: 7n, projectId: 9_007_199_254_740_993n, key: 'manager/attachments/发票-1.png' }

test('a token is read back for 10 minutes, each with an id of its own', () => {
  now = 1_000_000
  const token = issueToken(services, newGrant(grant))
  expect(readToken(services, token)).toMatchObject(grant)
  expect(readToken(services, issueToken(services, newGrant(grant))).id).not.toBe(
    readToken(services, token).id,
  )
  now += 600_000
  expect(() => readToken(services, token)).toThrow('上传凭证已过期')
})

test('a forged one is refused on the field', () => {
  const token = issueToken(services, newGrant(grant))
  const [text = '', signature = ''] = token.split('.')
  const other = Buffer.from(Buffer.from(text, 'base64url').toString().replace('"7"', '"8"')).toString(
    'base64url',
  )
  for (const forged of [
    '',
    '.',
    'x',
    text,
    `${text}.`,
    `${other}.${signature}`,
    `${token}.x`,
    `${text}.${signature.slice(1)}`,
  ])
    expect(() => readToken(services, forged)).toThrow('上传凭证无效')
  const elsewhere = { ...services, secret: 'another secret' }
  expect(() => readToken(elsewhere, token)).toThrow('上传凭证无效')
})

test('a single byte range is parsed, anything else means the whole file', () => {
  expect(readRange('bytes=0-4', 10)).toEqual({ start: 0, end: 4 })
  expect(readRange('bytes=5-', 10)).toEqual({ start: 5, end: 9 })
  expect(readRange('bytes=-3', 10)).toEqual({ start: 7, end: 9 })
  expect(readRange('bytes=-30', 10)).toEqual({ start: 0, end: 9 })
  expect(readRange('bytes=8-99', 10)).toEqual({ start: 8, end: 9 })
  for (const odd of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=10-',
    'bytes=4-2',
    'bytes=0-1,3-4',
    'lines=1-2',
    'bytes=-0',
  ])
    expect(readRange(odd, 10)).toBeUndefined()
})
