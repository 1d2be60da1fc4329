import { buffer } from 'node:stream/consumers'
import type { InvestmentBudget } from '@pianzhang/contract/investment-budgets'
import { writeSheet } from '@pianzhang/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller, TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { upload } from '../../payments/sheet/sheets.ts'
import { type BudgetWorld, budgetWorld, PATH } from '../helpers.ts'

let test: TestApp
let world: BudgetWorld

beforeAll(async () => {
  test = await workerApp()
  world = await budgetWorld(test)
})
afterAll(() => test.close())

async function uploaded(rows: string[][], who = world.clerk): Promise<string> {
  const columns = ['投资方', '投资金额', '投资溢价'].map((title) => ({ title, kind: 'text' as const }))
  return await upload(test, who, await buffer(writeSheet([{ name: '预算', columns, rows }])), '投资预算')
}
const importFile = (attachment_code: string, who = world.clerk) =>
  who.post(`${PATH}/import`, { attachment_code })
const all = async (who: Caller, query = {}): Promise<InvestmentBudget[]> =>
  (await who.get(PATH, { per_page: 100, ...query })).data.items

it('rows become budgets, which the list shows by their import; the total stays that of all', async () => {
  await world.add({ investor: '已有影业', amount: '5' })
  const { data } = await importFile(
    await uploaded([
      ['华东某某影业', '1,200,000.50', ''],
      ['北京某某文化', '800000', '-0.5'],
    ]),
  )
  expect(data).toMatchObject({ status: 'succeeded', total: 2, error_items: [] })
  const list = (await world.reader.get(PATH, { import_code: data.import_code })).data
  expect(
    list.items.map(({ investor, amount_yuan, variate }: InvestmentBudget) => [
      investor,
      amount_yuan,
      variate,
    ]),
  ).toEqual([
    ['北京某某文化', '800000.00', '-0.50'],
    ['华东某某影业', '1200000.50', '0.00'],
  ])
  expect(list).toMatchObject({ listTotal: 2, total_amount: '2000005.50' })
  expect((await world.reader.get(PATH, { import_code: 'nothing' })).data.items).toEqual([])
})

it('an investor has one budget: named by row, in the file and in the ledger, also by another spelling', async () => {
  const { clerk, add } = await budgetWorld(test)
  await add({ investor: 'ＡＢＣ影业' })
  const { data } = await importFile(
    await uploaded(
      [
        ['abc影业', '1', ''],
        ['新投资方', '1', ''],
        ['新投资方', '2', ''],
        ['', '0', 'x'],
      ],
      clerk,
    ),
    clerk,
  )
  expect(data).toMatchObject({ status: 'failed', total: 4, bad: 3 })
  expect(data.error_items.map(({ line, desc }: { line: number; desc: string }) => [line, desc])).toEqual([
    [2, '投资方：与已有投资方“ＡＢＣ影业”只有全角半角或大小写的差别，请核对'],
    [4, '投资方：与第3行是同一投资方'],
    [5, expect.stringContaining('投资方：请输入投资方')],
  ])
  expect(await all(clerk)).toHaveLength(1)
})

it('of two imports at once with one investor, one is written and the other is told', async () => {
  const { clerk } = await budgetWorld(test)
  const files = [
    await uploaded([['同一投资方', '1', '']], clerk),
    await uploaded([['同一投资方', '2', '']], clerk),
  ]
  const answers = await Promise.all(files.map((file) => importFile(file, clerk)))
  expect(answers.map(({ data }) => data.status).toSorted()).toEqual(['failed', 'succeeded'])
  expect(await all(clerk)).toHaveLength(1)
})

it('the template names its columns, for cells that are pasted', async () => {
  const { data } = await world.clerk.get(`${PATH}/import_template`)
  expect(data.columns).toEqual([
    { title: '投资方', required: true, also: [] },
    { title: '投资金额', required: true, also: [] },
    { title: '投资溢价', required: false, also: [] },
  ])
})
