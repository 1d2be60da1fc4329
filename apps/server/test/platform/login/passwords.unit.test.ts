import { afterEach, expect, test, vi } from 'vitest'
import { hashNow } from '../../../src/platform/login/argon2.ts'
import {
  checkPassword,
  hashPassword,
  hashProcesses,
  isOutdated,
  PARAMETERS,
} from '../../../src/platform/login/passwords.ts'

const PRODUCT = { ...PARAMETERS }
/** A tenth of the memory: what is compared is the same. The first password compared with no account fixes what that comparison costs. */
const LIGHT = { memoryCost: 6_400, timeCost: 3, parallelism: 1 }
const CHEAPER = { memoryCost: 1_945, timeCost: 2, parallelism: 1 }

afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(PARAMETERS, PRODUCT)
})

test('passwords are hashed by argon2id with parameters that RFC 9106 recommends', async () => {
  const stored = await hashPassword('my-own-password')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  expect(isOutdated(stored)).toBe(false)
  expect(await checkPassword(stored, 'my-own-password')).toBe(true)
  expect(await checkPassword(stored, 'my-own-passwore')).toBe(false)
})

test('a hash with other parameters is outdated, and still compared', async () => {
  const stored = hashNow('my-own-password', CHEAPER)
  expect(isOutdated(stored)).toBe(true)
  expect(await checkPassword(stored, 'my-own-password')).toBe(true)
})

test('a wrong password costs the same with a cheaper hash of other parameters as without an account', async () => {
  Object.assign(PARAMETERS, LIGHT)
  const stored = hashNow('my-own-password', CHEAPER)
  expect(await checkPassword(null, 'nobody')).toBe(false)
  const run = vi.spyOn(hashProcesses, 'run')
  /** KiB × iterations of all that was hashed and compared, which argon2's time is proportional to. */
  const cost = () =>
    run.mock.calls
      .splice(0)
      .map(([job]) => {
        if ('parameters' in job) return job.parameters.memoryCost * job.parameters.timeCost
        const [, memory, time] = job.stored.match(/m=(\d+),t=(\d+)/)?.map(Number) ?? []
        return (memory ?? 0) * (time ?? 0)
      })
      .reduce((sum, one) => sum + one, 0)
  const full = PARAMETERS.memoryCost * PARAMETERS.timeCost
  expect(await checkPassword(null, 'guess')).toBe(false)
  expect(cost()).toBe(full)
  expect(await checkPassword(await hashPassword('new'), 'guess')).toBe(false)
  expect(cost() - full).toBe(full)
  expect(await checkPassword(stored, 'guess')).toBe(false)
  expect(Math.abs(cost() - full)).toBeLessThan(full / 100)
  expect(await checkPassword(stored, 'my-own-password')).toBe(true)
  expect(cost()).toBe(CHEAPER.memoryCost * CHEAPER.timeCost)
})

test('what is no hash is an error, and the process goes on', async () => {
  Object.assign(PARAMETERS, LIGHT)
  await expect(checkPassword('no hash', 'my-own-password')).rejects.toThrow()
  expect(await checkPassword(null, 'nobody')).toBe(false)
})
