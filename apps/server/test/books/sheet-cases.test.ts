import type { ImportPreview } from '@pianzhang/contract/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PayeeWorld, payeeWorld } from '../base/payees/helpers.ts'
import type { TestApp } from '../harness/harness.ts'
import { workerApp } from '../harness/worker-app.ts'
import { bookOf, fixture, RIGHT, upload } from './payments/sheet/sheets.ts'

// Small files in which public bug reports met a wrong amount, a lost digit or a column dropped without a word; names and numbers are invented.

let test: TestApp
let world: PayeeWorld
beforeAll(async () => {
  test = await workerApp()
  world = await payeeWorld(test)
  await world.clerk.post('/pay_categories', { name: '定金' })
})
afterAll(() => test.close())

const uploaded = async (name: string) => await upload(test, world.clerk, await fixture(`cases/${name}.xlsx`))

async function preview(path: string, name: string): Promise<ImportPreview> {
  const { data } = await world.clerk.post(`/${path}/import/preview`, {
    attachment_code: await uploaded(name),
  })
  return data
}
const imported = async (path: string, name: string) =>
  (await world.clerk.post(`/${path}/import`, { attachment_code: await uploaded(name) })).data
const mistakes = ({ error_items }: Pick<ImportPreview, 'error_items'>) =>
  error_items.flatMap((item) => item.mistakes.map(({ cell, message }) => `${cell} ${message}`.trim()))

const DIGITS = '数字超过15位会被表格软件改写，请将单元格设为文本后重新填写'
const SCIENTIFIC = '号码被表格软件改写成了科学计数法，后面的数字已丢失，请将单元格设为文本后重新填写'

describe('payments', () => {
  it.each([
    ['pay-usd-format', 'M2 单元格格式为其他币种（$），请换算为人民币后填写'],
    ['pay-hkd-format', 'M2 单元格格式为其他币种（HK$），请换算为人民币后填写'],
    ['pay-wan-format', 'M2 单元格格式为“万元”，无法判断是1234.5元还是1234.5万元，请改为以元为单位的数字'],
    ['pay-percent-format', 'M2 百分比不是金额'],
    ['pay-long-sequence', `A2 ${DIGITS}`, `A3 ${DIGITS}`],
    ['pay-long-invoice', `L2 ${DIGITS}`],
    ['pay-title-row-first', '表头须在第 1 行，文件的表头在第 2 行，请删去其上的行'],
  ])('%s is refused with the reason', async (name, ...expected) => {
    expect(mistakes(await preview('cost_executions', name))).toEqual(expect.arrayContaining(expected))
  })

  it('names the sheet that lacks the columns, and the others', async () => {
    const found = mistakes(await preview('cost_executions', 'pay-summary-sheet-first')).join()
    expect(found).toMatch(/缺少列：.*读取的是工作表“.+”，这些列在工作表“.+”中，请将它移到最前/)
  })

  it.each([
    ['pay-amount-calculator', { total_amount_yuan: '1234.50' }],
    ['pay-day-bidi', { start_at: '2026-03-05' }],
    ['pay-title-zerowidth', { total_amount_yuan: '100.00', notes: [] }],
    ['pay-hidden-row', { notes: ['含有 1 行隐藏的行，已一并读取：第 3 行'] }],
    ['pay-active-sheet', { total_amount_yuan: '1.00', notes: ['读取的是工作表“2月”，未读取：3月'] }],
    ['pay-empty-shared-string', { records: 1 }],
    ['pay-workbook-at-root', { total_amount_yuan: '100.00', records: 1 }],
  ])('%s is read as it is shown, with what it leaves out', async (name, expected) => {
    const found = await preview('cost_executions', name)
    expect(mistakes(found)).toEqual([])
    expect(found).toMatchObject(expected)
  })

  it('names the rows that are left out', async () => {
    const total = { sequence: '合计', pay_amount: '12.30' }
    const book = await bookOf([{ ...RIGHT, sequence: '示例 1' }, RIGHT, total])
    const attachment_code = await upload(test, world.clerk, book)
    const { data } = await world.clerk.post('/cost_executions/import/preview', { attachment_code })
    expect(data).toMatchObject({ records: 1, notes: ['未读取的行：第 2 行（示例）、第 4 行（合计）'] })
  })

  it('finds a payee whose brackets have the other width', async () => {
    await imported('payees', 'payee-brackets')
    const found = await preview('cost_executions', 'pay-brackets')
    expect(mistakes(found)).toEqual([])
    const notes = ['读取时有改动的单元格：D2“苏州某某影视中心(有限合伙)”读作“苏州某某影视中心（有限合伙）”']
    expect(found.notes).toEqual(notes)
    await imported('cost_executions', 'pay-brackets')
    const query = { resource: 'cost_execution' }
    const auditor = await test.person(world.companyId, { audit_log: ['read'] }, [world.project])
    expect((await auditor.get('/audit_logs', query)).data.items).toMatchObject([{ after: { notes } }])
  })
})

describe('contracts', () => {
  it.each([
    ['contract-long-number', `A2 ${DIGITS}`, `A3 ${DIGITS}`],
    ['contract-account-scientific', `C2 ${SCIENTIFIC}`, `I2 ${SCIENTIFIC}`],
  ])('%s is refused with the reason', async (name, ...expected) => {
    expect(mistakes(await preview('contracts', name))).toEqual(expected)
  })
})

describe('payees', () => {
  const made = async (name: string) => {
    const { import_code: _, ...answer } = await imported('payees', name)
    expect(mistakes(answer)).toEqual([])
    const { items } = (await world.clerk.get('/payees')).data
    const full = items.slice(0, answer.total).map(async ({ code }: { code: string }) => {
      return (await world.clerk.get(`/payees/${code}`, { reveal: 1 })).data
    })
    return (await Promise.all(full)).toReversed()
  }
  const ID = '证件号码校验未通过，请核对（可继续保存）'

  it('an ID number in scientific notation is refused', async () => {
    expect(mistakes(await preview('payees', 'payee-id-scientific'))).toEqual([
      `D2 ${SCIENTIFIC}`,
      `D3 ${SCIENTIFIC}`,
    ])
  })

  it('an ID number of a wrong length, or of somebody who is not born yet, is warned of; the sign before it is taken off', async () => {
    const payees = await made('payee-id-17')
    expect(payees.slice(0, 2).map(({ warnings }) => warnings)).toEqual([[ID], [ID]])
    expect(payees.map(({ id_number }) => id_number).join()).not.toMatch(/['`]/)
    expect((await made('payee-born-2099'))[0].warnings).toEqual([ID])
  })

  it('an account of a company is not checked as a card', async () => {
    for (const { warnings } of await made('payee-corporate-account')) expect(warnings).toEqual([])
  })

  it('names lose what nobody sees, which is said', async () => {
    const { notes } = await preview('payees', 'payee-name-zerowidth')
    expect(notes).toEqual(['读取时有改动的单元格：F2（去掉看不见的字符）、J2（去掉看不见的字符）'])
    expect(await made('payee-name-zerowidth')).toMatchObject([
      { account_name: '零宽户名', bank_name: '招商银行北京分行' },
    ])
  })

  it('columns are found by the names that people give them', async () => {
    const { notes } = await preview('payees', 'payee-near-titles')
    expect(notes).toEqual([])
    const [payee] = await made('payee-near-titles')
    for (const name of ['account', 'bank_name', 'phone', 'id_number']) expect(payee[name]).not.toBe('')
  })

  it('a column that is not read is named', async () => {
    const { buffer } = await import('node:stream/consumers')
    const { writeSheet } = await import('@pianzhang/xlsx')
    const columns = ['名称', '类型', '介绍人'].map((title) => ({ title, kind: 'text' as const }))
    const bytes = await buffer(writeSheet([{ name: '表', columns, rows: [['某某', '个人', '谁']] }]))
    const attachment_code = await upload(test, world.clerk, bytes, '收款人')
    const { data } = await world.clerk.post('/payees/import/preview', { attachment_code })
    expect(data.notes).toEqual(['未读取的列：介绍人'])
  })
})
