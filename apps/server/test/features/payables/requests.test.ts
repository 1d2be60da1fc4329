import { describe, expect, test } from 'vitest'
import { worldForEach } from '../../harness/worlds.ts'
import { type ApprovalWorld, approvalWorld } from '../payment-requests/helpers.ts'
import { ALL, done } from './helpers.ts'

describe('instalments that a payment request would pay', () => {
  let world: ApprovalWorld
  worldForEach(approvalWorld, (_, own) => {
    world = own
  })

  const plan = async () => {
    const contract = await world.contract('SP-1')
    const item = {
      kind: 'date',
      due_at: '2026-12-01',
      subject_code: world.subject('24000101'),
      amount: '300',
    }
    const items = ['定金', '尾款'].map((title) => ({ ...item, title }))
    const saved = done(await world.admin.put(`/contracts/${contract}/instalments`, { items })).data
    return { contract, codes: saved.items.map(({ code }: { code: string }) => code) as string[] }
  }
  const naming = (contract_code: string, instalment_code: string | undefined, pay_amount: string) =>
    world.line({ contract_code, instalment_code, pay_amount })
  const ask = async (lines: object[]) =>
    done(await world.asker.post('/payment_requests', { ...world.body({}, lines as []), submit: true })).data

  test('have its number while it is pending, for who may read requests; so has what is asked before a payment is saved', async () => {
    const { contract, codes } = await plan()
    const [first, last] = codes
    // A line that takes back pays nothing.
    const asked = await ask([
      naming(contract, first, '100'),
      naming(contract, last, '-1'),
      world.line({ pay_amount: '6000' }),
    ])
    const grants = { payable: ALL, cost_execution: ['read'] }
    const teller = await world.person({ ...grants, payment_request: ['read'] })
    const other = await world.person(grants)
    type Item = { code: string; requests?: string[] }
    const marks = async (who = teller) =>
      (done(await who.get('/payables')).data.items as Item[])
        .filter(({ code }) => codes.includes(code))
        .map(({ code, requests }) => [code, requests])
        .sort(([a], [b]) => codes.indexOf(String(a)) - codes.indexOf(String(b)))
    const repeats = async (who = teller, code = first) =>
      done(await who.get('/cost_executions/duplicates', { instalment_code: code })).data
    expect(await marks()).toEqual([
      [first, [asked.code]],
      [last, []],
    ])
    expect(await repeats()).toEqual({ items: [], count: 0, requests: [asked.code] })
    expect(await repeats(teller, last)).toEqual({ items: [], count: 0 })
    expect(await marks(other)).toEqual([
      [first, []],
      [last, []],
    ])
    expect(await repeats(other)).toEqual({ items: [], count: 0 })

    const features = async (on: boolean) =>
      done(await world.admin.put('/company/features', { items: [{ feature: 'approval', on }] }))
    await features(false)
    expect(await marks()).toEqual([
      [first, []],
      [last, []],
    ])
    expect(await repeats()).toEqual({ items: [], count: 0 })
    await features(true)

    done(await world.approve(world.chief, asked))
    expect((await marks())[0]).toEqual([first, []])
    expect(await repeats()).toMatchObject({ count: 1, items: [{ instalments: ['定金'] }] })
    expect(await repeats()).not.toHaveProperty('requests')
  })
})
