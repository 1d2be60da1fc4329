import { expect, test, vi } from 'vitest'
import { lockedReason } from './lock.tsx'

// Files of the platform listen to the window's events as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => {})
})

test('a locked budget says what each person can do instead', () => {
  const reason = (write: boolean, unlock: boolean) => lockedReason({ write, unlock })
  expect([reason(true, true), reason(false, true), reason(true, false), reason(false, false)]).toEqual([
    '预算已锁定，请使用预算调剂或先解锁',
    '预算已锁定，请先解锁',
    '预算已锁定，请使用预算调剂或联系有“预算版本”权限的同事解锁',
    '预算已锁定，请联系有“预算版本”权限的同事解锁',
  ])
})
