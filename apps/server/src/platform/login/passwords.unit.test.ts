import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { checkPassword, hashPassword, isOutdated } from './passwords.ts'

test('passwords are hashed by argon2id with parameters that RFC 9106 recommends', async () => {
  const stored = await hashPassword('my-own-password')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  expect(isOutdated(stored)).toBe(false)
  expect(await checkPassword(stored, 'my-own-password')).toBe(true)
  expect(await checkPassword(stored, 'my-own-passwore')).toBe(false)
  expect(await checkPassword(null, 'nobody')).toBe(false)
})

test('a hash with other parameters is outdated, and still compared', async () => {
  const stored = await hash('my-own-password', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(isOutdated(stored)).toBe(true)
  expect(await checkPassword(stored, 'my-own-password')).toBe(true)
})

test('what is no hash is an error, and the thread goes on', async () => {
  await expect(checkPassword('no hash', 'my-own-password')).rejects.toThrow()
  expect(await checkPassword(null, 'nobody')).toBe(false)
})
