import { describe, expect, test } from 'vitest'
import { hasWrongRests, refreshRests } from '../../../src/features/payables/stored-instalments.ts'
import type { TestApp } from '../../harness/harness.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { done, type PlanWorld, planWorld } from './helpers.ts'

describe('what payments and receipts leave to be paid', () => {
  let app: TestApp
  let world: PlanWorld
  worldForEach(planWorld, (opened, own) => {
    app = opened
    world = own
  })

  test('follows payments that name an instalment and those that do not, their edits, and deletions', async () => {
    const { one, first } = await world.fill()
    const [, second] = first
    const named = await world.pay(world.line('150', { contract_code: one, instalment_code: second }))
    expect(await world.paid(one)).toEqual([
      ['0.00', '100.00', '逾期3天'],
      ['150.00', '50.00', '部分支付'],
      ['0.00', '300.00', '待达成'],
    ])
    const shown = (await world.clerk.get(`/cost_executions/${named}`)).data.cost_execution_details[0]
    expect(shown.instalment).toEqual({ code: second, title: '进度款' })
    // Without a name it fills what is due first.
    const plain = await world.pay(world.line('120', { contract_code: one }))
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['100.00', '170.00', '0.00'])
    await refreshRests(app.services.db, world.projectId)
    // A line that is sent without the field keeps its instalment; with another contract it loses it.
    const edit = (more: object) =>
      world.clerk.put(`/cost_executions/${named}`, {
        pay_at: world.day(0),
        payer: '某某公司',
        cost_execution_details: [world.line('200', { code: shown.code, contract_code: one, ...more })],
      })
    expect((await edit({})).data.cost_execution_details[0].instalment.code).toBe(second)
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['100.00', '200.00', '20.00'])
    expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
    expect((await edit({ instalment_code: null })).data.cost_execution_details[0].instalment).toBe(null)
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['100.00', '200.00', '20.00'])
    expect((await edit({ instalment_code: first[2] })).code).toBe(0)
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['100.00', '20.00', '200.00'])
    expect((await world.rows()).map((row: string[]) => row[2])).toEqual([
      '50.00',
      '180.00',
      '60.00',
      '70.00',
      '100.00',
    ])
    const other = await world.contract('10')
    expect((await edit({ contract_code: other })).data.cost_execution_details[0]).toMatchObject({
      contract: { code: other },
      instalment: null,
    })
    // Negative lines take back from the last.
    await world.pay(world.line('-50', { contract_code: one }))
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['70.00', '0.00', '0.00'])
    await world.clerk.delete(`/cost_executions/${plain}`)
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['0.00', '0.00', '0.00'])
    expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
  })

  test('a line names an instalment of its own contract; changed together with another contract it names none', async () => {
    const { one, two, first } = await world.fill()
    const wrong = async (more: object) => {
      const { data } = await world.clerk.post('/cost_executions', {
        pay_at: world.day(0),
        payer: '甲',
        cost_execution_details: [world.line('1', more)],
      })
      return data.errors
    }
    const field = 'cost_execution_details[0].instalment_code'
    const OTHER = [{ field, message: '期次不属于该明细的合同' }]
    expect(await wrong({ contract_code: two, instalment_code: first[0] })).toEqual(OTHER)
    expect(await wrong({ instalment_code: first[0] })).toEqual(OTHER)
    expect(await wrong({ contract_code: one, instalment_code: 'nowhere' })).toEqual([
      { field, message: '付款计划的期次不存在' },
    ])
    const code = await world.pay(world.line('1', { contract_code: one, instalment_code: first[0] }))
    const change = async (contract: string) => {
      const { version } = (await world.clerk.get(`/cost_executions/${code}`)).data
      done(
        await world.clerk.put('/cost_executions/batch', {
          records: [{ code, version }],
          changes: { contract_code: contract },
        }),
      )
      return (await world.clerk.get(`/cost_executions/${code}`)).data.cost_execution_details[0]
    }
    expect(await change(one)).toMatchObject({ instalment: { code: first[0] } })
    expect(await change(two)).toMatchObject({ contract: { code: two }, instalment: null })
  })

  test('receipts fill the plan of a contract of income; what is settled is not to be paid', async () => {
    const income = await world.contract('900', { category: 4, customer: '平台' })
    await world.plan(income, [
      { title: '首期', amount: '400' },
      { title: '二期', due_at: world.day(40), amount: '500' },
    ])
    const receipt = await world.receive(income, '450')
    expect(await world.paid(income)).toEqual([
      ['400.00', '0.00', '已收清'],
      ['50.00', '450.00', '部分收款'],
    ])
    await refreshRests(app.services.db, world.projectId)
    await world.clerk.delete(`/investment_executions/${receipt}`)
    expect((await world.list({ direction: 'in' })).total_yuan).toBe('900.00')
    const { one } = await world.fill()
    expect((await world.list()).total_yuan).toBe('780.00')
    done(await world.admin.put(`/contracts/${one}/settlement`, { settled: true, reason: '不再支付' }))
    expect(await world.list()).toMatchObject({ total_yuan: '180.00', unscheduled_yuan: '320.00' })
    expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
  })
})
