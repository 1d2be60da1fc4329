import { expect, test } from 'vitest'
import { hashNow, verifyNow } from '../../../src/platform/login/argon2.ts'

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 }

// Made by @node-rs/argon2 2.2.1 (RustCrypto's argon2), with which earlier versions of the product stored passwords.
test.each([
  [
    'my-own-password',
    '$argon2id$v=19$m=65536,t=3,p=1$MDEyMzQ1Njc4OWFiY2RlZg$y5BiLSSRsTh5+pAl0JXbretKKVTKDSDNvwyC+03O8ss',
  ],
  [
    '密码🔑🔑 with a space and ÿ',
    '$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$sRuePWSTSXd+fLMwl+m0UspCph7jgOm5OQrk9HSEXlY',
  ],
  [
    '四条通道',
    '$argon2id$v=19$m=1024,t=2,p=4$YW5vdGhlci1zYWx0LW9mLTIwLWI$kwRW22PNPty7ojbjiBoVNM7yvIZ47ueeMjM7QVWcBwjSY2W2uKvyJw',
  ],
])('a hash of another implementation is compared: %s', (password, stored) => {
  expect(verifyNow(stored, password)).toBe(true)
  expect(verifyNow(stored, `${password} `)).toBe(false)
})

test('a hash names its parameters and has a salt of its own, and only its password is right', () => {
  const [one, other] = [hashNow('emoji 🎬', CHEAP), hashNow('emoji 🎬', CHEAP)]
  // 16 and 32 bytes in base64 without padding.
  expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(other)
  expect([verifyNow(one, 'emoji 🎬'), verifyNow(other, 'emoji 🎬')]).toEqual([true, true])
  expect([verifyNow(one, 'emoji 🎭'), verifyNow(one, '')]).toEqual([false, false])
})

test('all bytes of a long password count', () => {
  const stored = hashNow('a'.repeat(200), CHEAP)
  expect(verifyNow(stored, 'a'.repeat(200))).toBe(true)
  expect([verifyNow(stored, 'a'.repeat(199)), verifyNow(stored, `${'a'.repeat(199)}b`)]).toEqual([
    false,
    false,
  ])
})

test.each([
  '',
  'no hash',
  '$argon2i$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaA',
  '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$',
])('what is no argon2id hash is an error: %s', (stored) =>
  expect(() => verifyNow(stored, 'my-own-password')).toThrow('no argon2id hash'),
)
