import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditsOf } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { atOnce } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type ContractWorld, contractWorld } from './helpers.ts'

let app: TestApp
let world: ContractWorld

beforeAll(async () => {
  app = await workerApp()
  world = await contractWorld(app)
})
afterAll(() => app.close())

type Made = { code: string; out_code: string }
const three = async (): Promise<[Made, Made, Made]> => [
  await world.add(),
  await world.add(),
  await world.add(),
]
const bind = (main: Made, supplement: { code: string }, who = world.clerk) =>
  who.post(`/contracts/${main.code}/binding`, { supplement_contract_code: supplement.code })
const unbind = (main: Made, who = world.clerk) => who.delete(`/contracts/${main.code}/binding`)
const refusal = (message: string) => ({
  status: 422,
  msg: message,
  data: { errors: [{ field: 'supplement_contract_code', message }] },
})

test('links and unlinks a supplement; both contracts show it, and both have it in the log', async () => {
  const [main, supplement] = await three()
  const link = ({ code, out_code }: Made) => ({ code, out_code })
  const stamps = async () =>
    (await Promise.all([main, supplement].map(({ code }) => world.reader.get(`/contracts/${code}`)))).map(
      ({ data }) => [data.version, data.updated_at],
    )
  const before = await stamps()
  app.advance(60_000)
  expect(await bind(main, supplement)).toMatchObject({
    code: 0,
    msg: '操作成功',
    data: {
      code: main.code,
      version: 2,
      supplements_contracts: [link(supplement)],
      supplemented_contract: null,
    },
  })
  expect((await world.reader.get(`/contracts/${supplement.code}`)).data).toMatchObject({
    supplements_contracts: [],
    supplemented_contract: link(main),
  })
  const bound = await stamps()
  expect(bound.map(([version]) => version)).toEqual([2, 2])
  for (const [at, [, changed]] of bound.entries())
    expect(Date.parse(String(changed))).toBeGreaterThanOrEqual(Date.parse(String(before[at]?.[1])) + 60_000)
  expect(await unbind(main)).toMatchObject({ code: 0, msg: '操作成功', data: { supplements_contracts: [] } })
  expect((await stamps()).map(([version]) => version)).toEqual([3, 3])
  expect(await unbind(main)).toMatchObject({ status: 422, msg: `合同 ${main.out_code} 没有关联补充协议` })
  const entries = (await auditsOf(app, world.projectId)).filter(({ action }) => action === 'update')
  expect(entries.map(({ code }) => code)).toEqual([main.code, supplement.code, main.code, supplement.code])
  expect(entries[0]?.after).toMatchObject({ supplements_contracts: [link(supplement)] })
  // Linked again the other way round.
  expect((await bind(supplement, main)).code).toBe(0)
})

test('never with itself, a second one, of two, in a chain, or of another project', async () => {
  const [main, supplement, other] = await three()
  await bind(main, supplement)
  const foreign = await (await contractWorld(app)).add()
  const [a, b, c] = [main.out_code, supplement.out_code, other.out_code]
  expect(await bind(other, other)).toMatchObject(refusal('不能关联合同自身'))
  expect(await bind(main, other)).toMatchObject(refusal(`合同 ${a} 已关联补充协议 ${b}，请先取消关联`))
  expect(await bind(main, supplement)).toMatchObject(refusal(`合同 ${a} 已关联补充协议 ${b}，请先取消关联`))
  expect(await bind(other, supplement)).toMatchObject(refusal(`合同 ${b} 已是合同 ${a} 的补充协议`))
  expect(await bind(supplement, other)).toMatchObject(
    refusal(`合同 ${b} 是合同 ${a} 的补充协议，不能再关联补充协议`),
  )
  expect(await bind(other, main)).toMatchObject(refusal(`合同 ${a} 已有补充协议 ${b}，不能作为补充协议`))
  for (const code of [foreign.code, 'nothing'])
    expect(await bind(other, { code })).toMatchObject(refusal('补充协议不存在'))
  expect(await bind(other, { code: '' })).toMatchObject(refusal('请选择补充协议'))
  expect((await bind({ ...foreign, out_code: '' }, other)).status).toBe(404)
  expect(await unbind(supplement)).toMatchObject({
    status: 422,
    msg: `合同 ${b} 是合同 ${a} 的补充协议，请在该合同上取消关联`,
  })
  expect((await bind(main, other, world.reader)).status).toBe(403)
  expect((await unbind(main, world.reader)).status).toBe(403)
  expect((await world.clerk.get(`/contracts/${c ? other.code : ''}`)).data.supplements_contracts).toEqual([])
})

test('of people who link the same contract at once one succeeds, the others learn with what', async () => {
  const [supplement, ...mains] = await Promise.all(Array.from({ length: 6 }, () => world.add()))
  const tally = await atOnce(5, (index) => bind(mains[index] as Made, supplement as Made))
  expect(tally['0 操作成功']).toBe(1)
  expect(Object.keys(tally).filter((key) => /^422 合同 \S+ 已是合同 \S+ 的补充协议$/.test(key))).toHaveLength(
    1,
  )
  // A circle of three can get one link only, as a second one would make a chain.
  const circle = await three()
  const around = await atOnce(3, (index) => bind(circle[index] as Made, circle[(index + 1) % 3] as Made))
  expect(around['0 操作成功']).toBe(1)
})

test('the tables refuse the same, whatever the code does', async () => {
  const [a, b, c] = await Promise.all(
    (await three()).map(async ({ code }) =>
      app.services.db.selectFrom('contracts').select('id').where('code', '=', code).executeTakeFirstOrThrow(),
    ),
  )
  const insert = (...rows: [{ id: bigint } | undefined, { id: bigint } | undefined][]) =>
    sql`insert into contract_supplements (project_id, contract_id, main_id) values ${sql.join(
      rows.map(([contract, main]) => sql`(${world.projectId}, ${contract?.id}, ${main?.id})`),
    )}`.execute(app.services.db)
  await expect(insert([b, a])).rejects.toThrow('contract_supplements_main')
  await insert([a, a], [b, a])
  await expect(insert([a, a], [a, a])).rejects.toThrow('contract_supplements_pkey')
  await expect(insert([c, a])).rejects.toThrow('contract_supplements_one')
  await expect(insert([c, c], [b, c])).rejects.toThrow('contract_supplements_pkey')
  await expect(insert([b, b], [c, b])).rejects.toThrow('contract_supplements_pkey')
  await expect(insert([c, b])).rejects.toThrow('contract_supplements_main')
})
