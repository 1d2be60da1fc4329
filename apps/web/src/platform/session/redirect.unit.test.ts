import { expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

it('goes on to a path of this site', () => {
  expect(safeRedirect('/implement/cost?keywords=%E9%81%93%E5%85%B7&page=2#x')).toBe(
    '/implement/cost?keywords=%E9%81%93%E5%85%B7&page=2#x',
  )
  expect(safeRedirect('/')).toBe('/')
})

it.each([
  null,
  '',
  'project',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/login',
  '/login?redirect=/login',
  '/login/password',
])('%s is no place to go: /project', (target) => {
  expect(safeRedirect(target)).toBe('/project')
})
