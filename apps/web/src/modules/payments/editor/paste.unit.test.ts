import { PAYMENT_LINE_FIELDS, paymentBody } from '@pianzhang/contract/payments'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTitles, withColumn } from '../../../ui/paste/titles.ts'
import { addLine, type Draft, newDraft, setHeader, setLine } from './draft.ts'
import { bodyOf } from './draftBody.ts'
import { check, errorAt, firstError, withErrors } from './draftErrors.ts'
import type { LineOptions } from './options.ts'
import {
  addPasted,
  LINE_COLUMNS,
  type LineColumn,
  PASTE_COLUMNS,
  type PastedRow,
  readPasted,
  readRows,
  room,
} from './paste.ts'
import { bookOf } from './pasteBook.ts'
import { guessLayout } from './pasteGuess.ts'
import { forgetUnread, unreadOf } from './unread.ts'

const leaf = (out_code: string, name: string) => ({
  label: `${out_code} ${name}`,
  value: `c${out_code}`,
  out_code,
  pinyin: '',
})
const there = { failed: false, loading: false, retry: () => {} }
const rich = (value: string, main: string) => ({ value, main, aside: '', words: main })
const options: LineOptions = {
  subjects: [
    {
      ...leaf('2400', '摄影费'),
      children: [
        {
          ...leaf('240001', '器材租赁费'),
          children: [leaf('24000101', '摄影机租赁费'), leaf('24000102', '其他')],
        },
        { ...leaf('240002', '耗材费'), children: [leaf('24000201', '其他')] },
      ],
    },
  ],
  knownSubjects: new Map(),
  subjectName: () => undefined,
  channels: [],
  categories: [{ label: '进度款', value: '7' }],
  vouchers: [],
  rates: [],
  contracts: [rich('ct1', 'HT-2026-018')],
  several: false,
  stored: { contracts: new Map(), subjects: new Map(), invoices: new Map() },
  invoices: [rich('i1', '26112000000123456789'), rich('i2', '88'), rich('i3', '88')],
  states: {
    subjects: there,
    channels: there,
    categories: there,
    vouchers: there,
    rates: there,
    contracts: there,
    invoices: there,
  },
}
const book = bookOf(options, [])
const header = ['付款序号', '付款时间', '付款方', '部门/岗位', '摘要', ...Object.values(PAYMENT_LINE_FIELDS)]

describe('titles', () => {
  test('those of the import template, with the signs it puts there', () => {
    const layout = readTitles(
      header.map((title) => `${title}*`),
      PASTE_COLUMNS,
    )
    expect(layout?.filter((column) => column !== null).toSorted()).toEqual([...LINE_COLUMNS].toSorted())
    expect(layout?.slice(0, 6)).toEqual([null, null, null, null, null, 'subject_three_code'])
  })

  test.each<[string[], ReturnType<typeof readTitles<LineColumn>>]>([
    [
      ['科目', '金额（元）'],
      ['subject_three_code', 'pay_amount'],
    ],
    [
      ['科目编号', '三级科目', '付款金额'],
      ['subject_three_code', null, 'pay_amount'],
    ],
    [
      ['三级科目', '付款方', '付款金额'],
      ['subject_three_code', null, 'pay_amount'],
    ],
    [
      ['付款金额', '付款金额', '备注'],
      ['pay_amount', null, 'remark'],
    ],
    [['付款金额'], ['pay_amount']],
    [['24000101', '54,000.00', '备注'], undefined],
    [['24000101', '备注'], undefined],
    [['', ''], undefined],
    [[], undefined],
  ])('%j', (row, layout) => {
    expect(readTitles(row, PASTE_COLUMNS)).toEqual(layout)
  })

  test('a meaning that is given to another column is taken from the first', () => {
    expect(withColumn(['subject_three_code', 'pay_amount'], 1, 'subject_three_code')).toEqual([
      null,
      'subject_three_code',
    ])
    expect(withColumn(['subject_three_code', null, null], 1, null)).toEqual([
      'subject_three_code',
      null,
      null,
    ])
  })
})

describe('cells', () => {
  test.each<[LineColumn, string, string]>([
    ['subject_three_code', '24000101', 'c24000101'],
    ['subject_three_code', ' 摄影机租赁费 ', 'c24000101'],
    ['subject_three_code', '24000101 摄影机租赁费', 'c24000101'],
    ['pay_amount', '１，２３４．５', '1234.50'],
    ['pay_amount', '¥ -1,234.50 ', '-1234.50'],
    ['pay_amount', '(1,234.50)', '-1234.50'],
    ['pay_amount', '9,999,999,999,999.99', '9999999999999.99'],
    ['pay_channel', '银行转账', '2'],
    ['pay_category_id', '进度款', '7'],
    ['voucher_category', '数电票（专用）', '5'],
    ['voucher_category', '未填写', ''],
    ['face_tax_rate', '６％', '6%'],
    ['face_tax_rate', '6', '6%'],
    ['face_tax_rate', '0.5%', '0.5%'],
    ['face_tax_rate', '0.06', '6%'],
    ['pay_amount', '600万', '6000000.00'],
    ['pay_amount', '=3000+5', '3005.00'],
    ['face_tax_rate', '免税', '免税'],
    ['contract_code', 'HT-2026-018', 'ct1'],
    ['contract_code', 'ht－２０２６－018', 'ct1'],
    ['invoices', '26112000000123456789', 'i1'],
    ['remark', '两行\n备注', '两行\n备注'],
    ['pay_amount', '', ''],
  ])('%s %j is %j', (column, text, value) => {
    const invoices = [{ code: value, amount: '' }]
    expect(readPasted(column, text, book)).toEqual({
      text: text.trim(),
      value,
      ...(column === 'invoices' && { invoices }),
    })
  })

  test.each<[LineColumn, string, string]>([
    ['subject_three_code', '99999999', '科目不存在'],
    ['subject_three_code', '其他', '有多个同名科目，请填写科目编号'],
    ['subject_three_code', '240001', '须为三级科目'],
    ['subject_three_code', '摄影费', '须为三级科目'],
    ['pay_amount', '1.234', '最多两位小数'],
    ['pay_amount', '0', '金额不能为0'],
    ['pay_amount', '1.2E+10', '金额格式不正确'],
    ['pay_amount', '99999999999999', '金额超出范围'],
    ['pay_amount', '########', '单元格太窄，内容未显示，请加宽后重新复制'],
    ['pay_amount', '#DIV/0!', '公式错误（#DIV/0!）'],
    ['remark', '#N/A', '公式错误（#N/A）'],
    [
      'pay_channel',
      '转账',
      '付款方式不存在，可填：现金、银行转账、网银、支付宝、微信、支票、汇票、公务卡、其他',
    ],
    ['pay_category_id', '备用金核销', '备用金核销由核销生成，不能导入'],
    ['voucher_category', '专票', '凭证类型不存在'],
    ['face_tax_rate', '0.5', '票面税率 0.5 有歧义，请写成百分数，如 0.5%'],
    ['contract_code', 'HT-1', '合同编号不存在'],
    ['invoices', '88', '发票号码不存在，或有多张发票使用此号码'],
    ['remark', '长'.repeat(2_001), '不能超过2000个字符'],
  ])('%s %j: %s', (column, text, error) => {
    expect(readPasted(column, text, book)).toEqual({ text, value: '', error })
  })

  test('an amount comes out exact to the fen or not at all', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), fc.boolean(), (fen, minus) => {
        const plain = `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`
        const typed = plain.replace(/\B(?=(\d{3})+\.)/g, ',')
        const sign = minus ? '-' : ''
        expect(readPasted('pay_amount', sign + typed, book)).toEqual({
          text: sign + typed,
          value: sign + plain,
        })
        expect(readPasted('pay_amount', `${typed}1`, book).error).toBe('最多两位小数')
      }),
    )
  })

  test('with the feature a cell has several invoices, with amounts in brackets, and an invoice several lines', () => {
    const several = bookOf(
      { ...options, several: true, invoices: [...options.invoices, rich('i4', '12345678')] },
      [],
    )
    const cells = (...texts: string[]) =>
      readRows(
        texts.map((text) => [text]),
        ['invoices'],
        several,
      )
    const rows = cells('26112000000123456789、12345678（1,050.5）', '12345678')
    expect(rows.map(({ invoices }) => [invoices?.error, invoices?.invoices])).toEqual([
      [
        undefined,
        [
          { code: 'i1', amount: '' },
          { code: 'i4', amount: '1050.50' },
        ],
      ],
      [undefined, [{ code: 'i4', amount: '' }]],
    ])
    const [line] = addPasted(newDraft('2026-11-21'), rows).lines
    expect(line?.invoices).toEqual(rows[0]?.invoices?.invoices)
    expect(
      cells('12345678、12345678', '12345678（x）', '12345678（0）', '12345678、1').map(
        (row) => row.invoices?.error,
      ),
    ).toEqual(['发票重复', '金额格式不正确', '金额不能为0', '发票号码不存在，或有多张发票使用此号码'])
  })

  test('an invoice belongs to one line, of the block and of the form', () => {
    const number = '26112000000123456789'
    const twice = readRows([[number], [''], [number]], ['invoices'], book)
    expect(twice.map((row) => row.invoices?.error)).toEqual([undefined, '第1行已使用此发票'])
    const draft = setLine(newDraft('2026-11-21'), newDraft('').active, 'remark', '')
    const withInvoice = setLine(draft, draft.active, 'invoices', [{ code: 'i1', amount: '' }])
    const rows = readRows([[number]], ['invoices'], bookOf(options, withInvoice.lines))
    expect(rows[0]?.invoices?.error).toBe('详情1已使用此发票')
  })
})

describe('lines', () => {
  const block = [
    ['24000101', '54,000.00', '银行转账', '进度款', '', '13%', 'HT-9'],
    ['摄影', '1.234', '网银', '进度款', '', '', ''],
  ]
  const paste = (draft: Draft, cells = block) =>
    addPasted(draft, readRows(cells, guessLayout(cells, book), book))

  test('replace the empty one, and the first with a wrong cell is shown', () => {
    const draft = paste(newDraft('2026-11-21'))
    expect(draft.lines.map(({ pay_amount }) => pay_amount)).toEqual(['54000.00', ''])
    const [first, second] = draft.lines.map((line) => line.key)
    expect(draft.active).toBe(first)
    expect(firstError(draft, first!)).toBe('contract_code')
    expect(errorAt(draft, first!, 'contract_code')).toBe('合同编号不存在：“HT-9”')
    expect(firstError(draft, second!)).toBe('subject_three_code')
    expect(errorAt(draft, second!, 'pay_amount')).toBe('最多两位小数：“1.234”')
  })

  test('stand behind those that hold something', () => {
    const begun = setLine(newDraft(''), 'none', 'remark', '')
    const typed = addLine(setLine(begun, begun.active, 'remark', '已有'))
    expect(paste(typed).lines.map((line) => line.remark)).toEqual(['已有', '', ''])
  })

  test('what was copied stays in sight until its field is mended, also after a check', () => {
    const pasted = paste(setHeader(newDraft('2026-11-21'), 'payer', '某公司'))
    const [first, second] = pasted.lines.map((line) => line.key)
    const checked = withErrors(pasted, check(pasted))
    expect(checked.active).toBe(second)
    expect(errorAt(checked, second!, 'pay_amount')).toBe('最多两位小数：“1.234”')
    expect(unreadOf(checked)?.title).toBe('3 处粘贴的内容未能识别，将留空保存')
    const mended = setLine(
      setLine(checked, second!, 'pay_amount', '1.23'),
      second!,
      'subject_three_code',
      'c24000102',
    )
    expect(firstError(mended, second!)).toBeUndefined()
    expect(check(mended)).toEqual([])
    expect(unreadOf(mended)).toEqual({
      key: first,
      title: '1 处粘贴的内容未能识别，将留空保存',
      text: '详情1：合同编号不存在：“HT-9”',
    })
    expect(unreadOf(forgetUnread(mended))).toBeUndefined()
    expect(paymentBody.parse(bodyOf(mended)).cost_execution_details.map((line) => line.pay_amount)).toEqual([
      5_400_000n,
      123n,
    ])
  })

  test('what the block does not say can be said once for all', () => {
    const rows = readRows([['24000101', '5']], ['subject_three_code', 'pay_amount'], book, {
      pay_channel: '2',
    })
    expect(addPasted(newDraft(''), rows).lines[0]).toMatchObject({ pay_channel: '2', pay_amount: '5.00' })
  })

  test('1,000 at most, or none of them', () => {
    const draft = newDraft('2026-11-21')
    const rows: PastedRow[] = Array.from({ length: 1_001 }, () => ({}))
    expect(room(draft)).toBe(1_000)
    expect(addPasted(draft, rows)).toBe(draft)
    expect(addPasted(draft, rows.slice(1)).lines).toHaveLength(1_000)
  })
})
