import type { Notification as Notice } from '@pianzhang/contract/notifications'
import { expect, test } from 'vitest'
import { announcementOf, badgeOf, hrefOf, labelOf, newSince } from './words.ts'

const notice = (changes: Partial<Notice> = {}): Notice => ({
  code: 'n1',
  kind: 'waiting',
  kind_i18n: '待办',
  title: '付款申请待审批',
  text: 'SQ0001，1,200.00 元',
  path: '/approve?code=a%2Bb&tab=own',
  project: { code: 'p1', name: '长河灯火' },
  created_at: '2026-11-21T08:00:00.000+08:00',
  read: false,
  ...changes,
})

test('the bell shows no number without unread notices, and at most 99+', () => {
  expect([0, 1, 99, 100, 4000].map(badgeOf)).toEqual([null, '1', '99', '99+', '99+'])
  expect([0, 1, 100].map(labelOf)).toEqual(['通知', '通知，1条未读', '通知，100条未读'])
})

test('a notice leads to its page in its project; a page of the company has none', () => {
  expect(hrefOf(notice())).toBe('/approve?code=a%2Bb&tab=own&project=p1')
  expect(hrefOf(notice({ project: null }))).toBe('/approve?code=a%2Bb&tab=own')
  expect(hrefOf(notice({ path: '/manage/features' }))).toBe('/manage/features')
})

test('the desktop shows one notice by itself, several as their number, none at all', () => {
  expect(announcementOf([])).toBeNull()
  expect(announcementOf([notice()])).toEqual({
    title: '付款申请待审批',
    body: 'SQ0001，1,200.00 元\n长河灯火',
    tag: 'n1',
  })
  expect(announcementOf([notice({ text: '', project: null })])?.body).toBe('')
  expect(announcementOf([notice({ title: '新的' }), notice()])).toEqual({
    title: '片账：2条新通知',
    body: '新的',
    tag: 'pianzhang-notices',
  })
})

test('new is what was made after the last one that was seen; nothing before anything was', () => {
  const older = notice({ code: 'n0', created_at: '2026-11-21T07:59:59.999+08:00' })
  expect(newSince([notice(), older], null)).toEqual([])
  expect(newSince([notice(), older], older.created_at)).toEqual([notice()])
  expect(newSince([notice(), older], notice().created_at)).toEqual([])
})
