import { expect, test, vi } from 'vitest'
import { askAll, type Guard, isSamePage } from './unsaved.ts'

const guard = (question: Guard['question'], holding = true) => {
  const agree = vi.fn()
  return {
    holds: () => holding,
    question,
    stays: () => false,
    agree,
    stay: () => {},
    drafted: () => false,
  } satisfies Guard
}

test('forms that ask the same are asked for once, and let go together', async () => {
  const question = vi.fn(async () => true)
  const forms = [guard(question), guard(question), guard(question, false)]
  expect(await askAll(forms)).toBe(true)
  expect(question).toHaveBeenCalledOnce()
  expect(forms.map(({ agree }) => agree.mock.calls.length)).toEqual([1, 1, 0])
})

test('when one question is answered with no, no form lets go', async () => {
  const forms = [guard(async () => true), guard(async () => false), guard(async () => true)]
  expect(await askAll(forms)).toBe(false)
  for (const { agree } of forms) expect(agree).not.toHaveBeenCalled()
})

test('a form stays on its page, in its project, and with the parameters that it depends on', () => {
  const at = (pathname: string, search: object) => ({ pathname, search })
  const from = at('/role', { project: 'p', code: 'a', page: 1 })
  expect(isSamePage()(from, at('/role', { project: 'p', code: 'b' }))).toBe(true)
  expect(isSamePage('code')(from, at('/role', { project: 'p', code: 'a', page: 2 }))).toBe(true)
  expect(isSamePage('code')(from, at('/role', { project: 'p', code: 'b' }))).toBe(false)
  expect(isSamePage()(from, at('/role', { project: 'q', code: 'a' }))).toBe(false)
  expect(isSamePage()(from, at('/users', { project: 'p', code: 'a' }))).toBe(false)
})
