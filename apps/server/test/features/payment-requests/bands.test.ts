import { describe, expect, test } from 'vitest'
import { worldForAll } from '../../harness/worlds.ts'
import { type ApprovalWorld, approvalWorld } from './helpers.ts'

describe('what the forms of payments ask', () => {
  let world: ApprovalWorld
  worldForAll(approvalWorld, (_, own) => {
    world = own
  })

  test('who writes payments and may not ask for them learns which need approval, and nothing else of the rules', async () => {
    const cashier = await world.person({ cost_execution: ['read', 'write'] })
    expect(await cashier.get('/payment_requests/rules')).toMatchObject({ status: 403 })
    const { data } = await cashier.get('/payment_requests/bands')
    const step = (person: { code: string }) => [{ code: person.code, name: expect.stringMatching(/^员工/) }]
    expect(data).toEqual({
      on: true,
      bands: [
        { from_yuan: '0.00', steps: [] },
        { from_yuan: '5000.00', steps: [step(world.chief)] },
        { from_yuan: '50000.00', steps: [step(world.chief), step(world.producer)] },
      ],
    })
    expect(await world.runner.get('/payment_requests/bands')).toMatchObject({ status: 403 })
  })

  test('a request that is sent again under its key is the same one', async () => {
    const body = { ...world.asking('6000', { payer: '只此一笔' }), submit: true }
    const headers = { 'idempotency-key': 'only-one-request-of-this' }
    const [first, second] = await Promise.all([
      world.asker.post('/payment_requests', body, headers),
      world.asker.post('/payment_requests', body, headers),
    ])
    const third = await world.asker.post('/payment_requests', body, headers)
    expect(second.data.code).toBe(first.data.code)
    expect(third.data.code).toBe(first.data.code)
    const { data } = await world.asker.get('/payment_requests', { tab: 'mine', keywords: '只此一笔' })
    expect(data.listTotal).toBe(1)
  })
})
