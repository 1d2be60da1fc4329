import { afterEach, expect, it, vi } from 'vitest'
import { loginAddress, stepAddress } from './leave.ts'

const WANTED = '/implement/cost?project=a&keywords=%E7%94%B2'
const CODED = encodeURIComponent(WANTED)

it.each([
  ['/', '/login'],
  ['/login', '/login'],
  ['/login/password', '/login'],
  [`/login/password?redirect=${CODED}`, `/login?redirect=${CODED}`],
  [WANTED, `/login?redirect=${CODED}`],
])('from %s the login is at %s', (from, to) => {
  expect(loginAddress(from)).toBe(to)
})

afterEach(() => vi.unstubAllGlobals())

it.each([
  [WANTED, `/login/password?redirect=${CODED}`],
  // The default page is left out.
  ['/project/index', '/login/password'],
])('from %s the first password is at %s', (from, to) => {
  const { pathname, search } = new URL(from, 'http://here')
  vi.stubGlobal('location', { pathname, search })
  expect(stepAddress('password')).toBe(to)
})
