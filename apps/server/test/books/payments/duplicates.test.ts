import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { done, type PlanWorld, planWorld } from '../../features/payables/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'

describe('payments of the same instalment', () => {
  let app: TestApp
  let world: PlanWorld
  let contract: string
  let instalments: string[]
  beforeAll(async () => {
    app = await workerApp()
  })
  beforeEach(async () => {
    world = await planWorld(app)
    contract = await world.contract('300')
    instalments = await world.plan(contract, [
      { title: '定金', amount: '100' },
      { title: '尾款', amount: '200', due_at: world.day(40) },
    ])
  })
  afterAll(() => app.close())

  const pays = (amount: string, at: number) =>
    world.line(amount, { contract_code: contract, instalment_code: instalments[at] })
  const ask = async (query: object) =>
    done(await world.clerk.get('/cost_executions/duplicates', { ...query })).data
  /** `number: titles` of each payment that is found. */
  const found = async (query: object) =>
    (await ask(query)).items.map(
      ({ code, instalments: titles }: { code: string; instalments: string[] }) =>
        `${code}: ${titles?.join('、')}`,
    )
  const features = async (items: Record<string, boolean>) =>
    done(
      await world.admin.put('/company/features', {
        items: Object.entries(items).map(([feature, on]) => ({ feature, on })),
      }),
    )

  test('are found without a payee, on whatever day, with the titles that they pay; not the edited one, nor lines that take back', async () => {
    const both = await world.pay(pays('10', 0), pays('20', 1))
    const first = await world.pay(pays('30', 0), world.line('5'))
    await world.pay(world.line('7', { contract_code: contract }))
    await world.pay(pays('-3', 0))
    const [one, two] = instalments
    expect(await found({ instalment_code: one, pay_at: '2020-01-01' })).toEqual([
      `${first}: 定金`,
      `${both}: 定金`,
    ])
    expect(await found({ instalment_code: [two, one] })).toEqual([`${first}: 定金`, `${both}: 定金、尾款`])
    expect(await found({ instalment_code: two, code: both })).toEqual([])
    expect(await found({ instalment_code: 'nowhere' })).toEqual([])
    const other = await planWorld(app)
    expect(
      (await other.clerk.get('/cost_executions/duplicates', { instalment_code: instalments })).data,
    ).toEqual({ items: [], count: 0 })
  })

  test('are counted once where payee and total are the same too; each rule goes with its feature', async () => {
    const payee = done(await world.admin.post('/payees', { kind: 1, name: '甲公司' })).data.code
    const body = (line: object) => ({
      pay_at: world.day(0),
      payer: '甲公司',
      payee_code: payee,
      cost_execution_details: [line],
    })
    const save = async (line: object) =>
      done(await world.clerk.post('/cost_executions', body(line))).data.code as string
    const same = await save(pays('10', 0))
    const plain = await save(world.line('10'))
    const query = {
      payee_code: payee,
      amount: '10.00',
      pay_at: world.day(7),
      instalment_code: [instalments[0]],
    }
    expect(await ask(query)).toMatchObject({ count: 2 })
    expect(await found(query)).toEqual([`${plain}: `, `${same}: 定金`])
    await features({ payee: false })
    expect(await found(query)).toEqual([`${same}: 定金`])
    await features({ payee: true, payable: false })
    expect(await found(query)).toEqual([`${plain}: `, `${same}: `])
    expect(await found({ instalment_code: instalments })).toEqual([])
    await features({ payee: false, approval: false })
    const refused = await world.clerk.get('/cost_executions/duplicates', query)
    expect([refused.status, refused.msg]).toEqual([403, '该功能未启用'])
    await features({ payee: true, payable: true })
  })

  test('are refused once it is paid up, also where an edit names it anew; what an edit leaves, or has paid itself, is not', async () => {
    /** Saves the payment with these lines, the first of them in the place of its own. */
    const edit = async (code: string, first: object, ...more: object[]) => {
      const { cost_execution_details } = done(await world.clerk.get(`/cost_executions/${code}`)).data
      return await world.clerk.put(`/cost_executions/${code}`, {
        pay_at: world.day(0),
        payer: '某某公司',
        cost_execution_details: [{ ...first, code: cost_execution_details[0].code }, ...more],
      })
    }
    const PAID_UP = { status: 409, msg: '期次「定金」已付清，请刷新后重试' }
    // Without a name it fills what is due first: the payment itself has paid that up.
    const plain = await world.pay(world.line('100', { contract_code: contract }))
    expect((await world.paid(contract))[0]).toEqual(['100.00', '0.00', '已付清'])
    expect((await edit(plain, pays('100', 0))).code).toBe(0)
    expect((await edit(plain, pays('60', 0), pays('40', 0))).code).toBe(0)
    const other = await world.pay(world.line('50'))
    const before = (await world.clerk.get(`/cost_executions/${other}`)).data
    expect(await edit(other, pays('50', 0))).toMatchObject(PAID_UP)
    expect(await edit(other, world.line('50'), pays('1', 0))).toMatchObject(PAID_UP)
    expect((await world.clerk.get(`/cost_executions/${other}`)).data).toEqual(before)
    expect((await edit(other, pays('50', 1), pays('-1', 0))).code).toBe(0)
    // Paid up by another one since, the line keeps what it names.
    await world.pay(pays('150', 1))
    expect((await edit(other, pays('55', 1))).code).toBe(0)
  })
})
