import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Grants, TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, type Asked, approvalWorld, seen } from './helpers.ts'

// A request shows of other records what its reader may see of them anyway; who decides sees what the decision needs.

describe('what a request tells of other records', () => {
  let app: TestApp
  let world: ApprovalWorld
  let asked: Asked
  beforeAll(async () => {
    app = await workerApp()
    world = await approvalWorld(app)
    const payee = await world.addPayee()
    const budget = { subject_three_code: world.subject('24000101'), unit_price: '5000', quantity: '1' }
    done(await world.admin.post('/cost_budgets', budget))
    await world.setRules(world.rules({ version: 1, bands: [{ from: '0', steps: [[world.chief.code]] }] }))
    const contract = await world.contract('QX-1')
    const line = world.line({ pay_amount: '6000', contract_code: contract })
    const body = { ...world.body({ payee_code: payee.code }, [line]), submit: true }
    const ask = async () => done(await world.asker.post('/payment_requests', body)).data as Asked
    done(await world.approve(world.chief, await ask()))
    asked = await ask()
  })
  afterAll(() => app.close())

  const looks = async (grants: Grants) => {
    const who = await world.person(grants)
    const { subjects, contracts, duplicates, warnings } = await seen(who, asked)
    const { items } = (await who.get('/payment_requests')).data
    const listed = items.find(({ code }: Asked) => code === asked.code)
    expect(listed.warnings).toEqual(warnings)
    return {
      subjects: subjects?.length ?? null,
      contracts: contracts.length,
      duplicates: [duplicates.items.length, duplicates.count],
      warnings: warnings.map(({ kind }: { kind: string }) => kind),
      texts: JSON.stringify(warnings),
    }
  }
  const NOTHING = { subjects: null, contracts: 0, duplicates: [0, 0], warnings: ['no_invoice'] }

  test('who reads only requests learns of no budget, contract or other payment', async () => {
    const reader = await looks({ payment_request: ['read'] })
    expect(reader).toMatchObject(NOTHING)
    expect(reader.texts).not.toMatch(/预算|FK|重复|合同/)
  })

  test('who asks and reads no payments probes none of them by the warnings of drafts', async () => {
    const small = { voucher_category: '14' }
    const { pay_at } = await seen(world.chief, asked)
    const paid = { pay_at, payer: '小票店' }
    const ask = async (amount: string, line: object, changes: Record<string, unknown>) =>
      (
        done(
          await world.runner.post(
            '/payment_requests',
            world.body(changes, [world.line({ pay_amount: amount, ...line })]),
          ),
        ).data as { warnings: { kind: string }[] }
      ).warnings.map(({ kind }) => kind)
    done(await world.setRules(world.rules({ version: 2, on: false })))
    done(
      await world.clerk.post(
        '/cost_executions',
        world.body(paid, [world.line({ pay_amount: '800', ...small })]),
      ),
    )
    done(
      await world.setRules(world.rules({ version: 3, bands: [{ from: '0', steps: [[world.chief.code]] }] })),
    )
    const { payee } = await seen(world.chief, asked)
    expect(await ask('6000', {}, { payee_code: payee.code })).toEqual(['duplicate', 'no_invoice'])
    done(await world.chief.post(`/payment_requests/${asked.code}/reject`, { reason: '不需要' }))
    expect(await ask('6000', {}, { payee_code: payee.code })).toEqual(['no_invoice'])
    expect(await ask('300', small, paid)).toEqual([])
    expect(await ask('1000', small, paid)).toEqual(['no_invoice'])
  })

  test.each<[string, Grants, object]>([
    ['contracts', { contract: ['read'] }, { contracts: 1, warnings: ['contract', 'no_invoice'] }],
    ['payments', { cost_execution: ['read'] }, { duplicates: [1, 1], warnings: ['duplicate', 'no_invoice'] }],
    ['budgets without all costs', { cost_budget: ['read'] }, {}],
    [
      'budgets and all costs',
      { cost_budget: ['read'], overview: ['read'] },
      { subjects: 1, warnings: ['over_budget', 'no_invoice'] },
    ],
    [
      'nothing else, and decides',
      { payment_approval: ['write'] },
      {
        ...{ subjects: 1, contracts: 1, duplicates: [1, 1] },
        warnings: ['over_budget', 'contract', 'duplicate', 'no_invoice'],
      },
    ],
  ])('who reads also %s sees those', async (_, grants, more) => {
    expect(await looks({ payment_request: ['read'], ...grants })).toMatchObject({ ...NOTHING, ...more })
  })
})
