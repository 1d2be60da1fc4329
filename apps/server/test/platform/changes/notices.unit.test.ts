import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../src/platform/audit/audit.ts'
import { Notices, readNotice } from '../../../src/platform/changes/notices.ts'

const entry = (action: AuditEntry['action'], resource: AuditEntry['resource']): AuditEntry => ({
  action,
  resource,
  code: '',
  label: '',
})
const BOOKED = entry('create', 'cost_execution')

/** A pool that records what is sent; the first `fail` queries fail. */
function fakePool(fail = 0) {
  const sent: object[][] = []
  const tried = { times: 0 }
  const query = async (_text: string, [, payloads]: [string, string[]]) => {
    tried.times += 1
    if (tried.times <= fail) throw new Error('no connection')
    sent.push(payloads.map((payload) => JSON.parse(payload)))
  }
  return { notices: new Notices({ query } as never), sent, tried }
}

test('the first is sent at once, those announced meanwhile in one statement, each kind once', async () => {
  const { notices, sent } = fakePool()
  notices.announce(1n, [BOOKED])
  for (let save = 0; save < 50; save += 1) notices.announce(1n, [BOOKED])
  notices.announce(2n, [BOOKED])
  notices.announce(1n, [entry('archive', 'project'), entry('delete', 'subject')])
  await notices.sent()
  const booked = { resource: 'cost_execution', action: 'create' }
  expect(sent).toEqual([
    [{ project: '1', ...booked }],
    [
      { project: '1', ...booked },
      { project: '2', ...booked },
      { project: '1', resource: 'project', action: 'update' },
      { project: '1', resource: 'subject', action: 'delete' },
    ],
  ])
})

test('entries that concern no page are not sent', async () => {
  const { notices, sent } = fakePool()
  notices.announce(1n, [
    entry('login', 'user'),
    entry('create', 'attachment'),
    entry('export', 'cost_execution'),
  ])
  await notices.sent()
  expect(sent).toEqual([])
})

test('a change by one page keeps its origin, by two pages it has none', async () => {
  const { notices, sent } = fakePool()
  notices.announce(9n, [BOOKED])
  notices.announce(1n, [BOOKED], 'a')
  notices.announce(1n, [BOOKED], 'a')
  notices.announce(2n, [BOOKED], 'a')
  notices.announce(2n, [BOOKED], 'b')
  notices.announce(2n, [BOOKED], 'b')
  notices.announce(3n, [BOOKED], 'a')
  notices.announce(3n, [BOOKED], null)
  await notices.sent()
  expect(
    sent[1]?.map((one) => [(one as { project: string }).project, (one as { origin?: string }).origin]),
  ).toEqual([
    ['1', 'a'],
    ['2', undefined],
    ['3', undefined],
  ])
})

test('unsent notices are kept with their origin and sent again', async () => {
  const { notices, sent, tried } = fakePool(3)
  notices.announce(1n, [BOOKED], 'a')
  notices.announce(2n, [BOOKED], 'a')
  notices.announce(2n, [BOOKED], 'b')
  await notices.sent()
  expect(tried.times).toBe(4)
  expect(sent).toEqual([
    [
      { project: '2', resource: 'cost_execution', action: 'create' },
      { project: '1', resource: 'cost_execution', action: 'create', origin: 'a' },
    ],
  ])
})

test('closing sends queued notices at once, and does not wait if they cannot be sent', async () => {
  const working = fakePool()
  working.notices.announce(1n, [BOOKED])
  working.notices.announce(2n, [BOOKED])
  await working.notices.close()
  expect(working.sent).toHaveLength(2)
  const broken = fakePool(Number.POSITIVE_INFINITY)
  broken.notices.announce(1n, [BOOKED])
  await broken.notices.close()
  expect(broken.tried.times).toBe(1)
})

test('people are told once that they have other notices, and nothing else', async () => {
  const { notices, sent } = fakePool()
  notices.tellPeople([7n])
  notices.tellPeople([7n, 8n, 7n])
  notices.tellPeople([])
  await notices.sent()
  expect(sent).toEqual([[{ person: '7' }], [{ person: '7' }, { person: '8' }]])
  expect(readNotice('{"person":"7"}')).toEqual({ place: { person: '7' }, change: null })
  expect(readNotice('{"project":"7"}')).toBeNull()
})
