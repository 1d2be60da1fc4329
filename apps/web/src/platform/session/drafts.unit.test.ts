import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  clearDrafts,
  draftScope,
  draftsOf,
  newDraftKey,
  readDraft,
  removeDraft,
  sweepDrafts,
  writeDraft,
} from './drafts.ts'

const DAY = 24 * 60 * 60_000
const scope = draftScope('p1', 'x', 'cost_execution ')

beforeEach(() => {
  const storage = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  }
  vi.stubGlobal('localStorage', Object.assign(Object.create(storage), { 'signed-in': '1', other: 'x' }))
})
afterEach(() => vi.unstubAllGlobals())

test('every open form has a draft of its own; the newest is offered first', () => {
  const [one, two] = [newDraftKey(scope), newDraftKey(scope)]
  const now = Date.now()
  writeDraft(one, 'a', now - 2_000)
  writeDraft(two, 'b', now - 1_000)
  writeDraft(newDraftKey(draftScope('p1', 'x', 'cost_execution FK1')), 'c', now)
  writeDraft(newDraftKey(draftScope('p1', 'y', 'cost_execution ')), 'd', now)
  expect(draftsOf(scope).map(({ content }) => content)).toEqual(['b', 'a'])
  removeDraft(two)
  expect(draftsOf(scope).map(({ content }) => content)).toEqual(['a'])
})

test('a draft is kept for seven days', () => {
  const key = newDraftKey(scope)
  writeDraft(key, 'a', 0)
  expect(readDraft(key, 7 * DAY - 1)).toMatchObject({ content: 'a' })
  expect(readDraft(key, 7 * DAY)).toBeUndefined()
})

test('who signs in sweeps away what others left, and what is too old or damaged', () => {
  const own = newDraftKey(scope)
  writeDraft(own, 'a')
  writeDraft(newDraftKey(scope), 'old', Date.now() - 8 * DAY)
  writeDraft(newDraftKey(draftScope('p2', 'x', 'cost_execution ')), 'other')
  localStorage.setItem(newDraftKey(scope), '{')
  sweepDrafts('p1')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([own])
  clearDrafts()
  expect(Object.keys(localStorage)).toEqual(['signed-in', 'other'])
})

test('after logging out nothing is written any more', () => {
  localStorage.removeItem('signed-in')
  writeDraft(newDraftKey(scope), 'a')
  expect(draftsOf(scope)).toEqual([])
})

test('without storage there are no drafts, and nothing fails', () => {
  vi.stubGlobal('localStorage', undefined)
  writeDraft(newDraftKey(scope), 'a')
  clearDrafts()
  sweepDrafts('p1')
  expect(draftsOf(scope)).toEqual([])
})
