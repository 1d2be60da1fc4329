import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { depth } from '../../../../../../scripts/depth.ts'
import { type Book, LINE_COLUMNS, type LineColumn, readRows } from './paste.ts'
import { cheapest, guessLayout } from './pasteGuess.ts'

const book: Book = {
  several: false,
  subjects: new Map([
    ['24000101', 'c1'],
    ['24000102', 'c2'],
    ['摄影机租赁费', 'c1'],
    ['餐饮费', 'c3'],
  ]),
  upper: new Set(['2400', '摄影费', '2600', '240001']),
  categories: new Map([
    ['进度款', '7'],
    ['报销', '8'],
  ]),
  contracts: new Map([
    ['HT-2026-018', 'ct1'],
    ['制作0007', 'ct2'],
  ]),
  invoices: new Map([
    ['26112000000123456789', 'i1'],
    ['12345678', 'i2'],
  ]),
  taken: new Map(),
}
const guess = (rows: string[][], from?: LineColumn) => guessLayout(rows, book, from)

describe('columns by their content', () => {
  test.each<[string, string[][], ReturnType<typeof guess>]>([
    [
      'another order',
      [
        ['54,000.00', '进度款', '24000101', '现金'],
        ['1000', '报销', '餐饮费', '网银'],
      ],
      ['pay_amount', 'pay_category_id', 'subject_three_code', 'pay_channel'],
    ],
    ['one row', [['报销', '12.00', '24000101']], ['pay_category_id', 'pay_amount', 'subject_three_code']],
    [
      'missing columns: the remark is no payment method',
      [
        ['24000101', '100.00', '上半月'],
        ['24000102', '50.00', '下半月'],
      ],
      ['subject_three_code', 'pay_amount', 'remark'],
    ],
    [
      'amounts that look like subject numbers, and numbers of level three',
      [
        ['24000102', '24000101'],
        ['30000000', '24000102'],
      ],
      ['pay_amount', 'subject_three_code'],
    ],
    [
      'numbers of level one are no amounts, wrong as they are',
      [
        ['5000', '2400'],
        ['8000', '2600'],
      ],
      ['pay_amount', 'subject_three_code'],
    ],
    [
      'rates with a sign, and the word',
      [
        ['6%', '24000101', '106'],
        ['免税', '24000102', '9'],
      ],
      ['face_tax_rate', 'subject_three_code', 'pay_amount'],
    ],
    [
      '0.06 is no amount where there is another',
      [
        ['0.06', '24000101', '106.00'],
        ['0.13', '24000102', '900'],
      ],
      ['face_tax_rate', 'subject_three_code', 'pay_amount'],
    ],
    [
      'bare rates beside amounts',
      [
        ['24000101', '13', '5400'],
        ['24000102', '6', '120'],
      ],
      ['subject_three_code', 'face_tax_rate', 'pay_amount'],
    ],
    ['a bare rate may be the only amount', [['24000101', '6']], ['subject_three_code', 'pay_amount']],
    [
      'the number of the row, the day and the payer are no fields of a line',
      [
        ['1', '2026-11-21', '24000101', '12.00', '甲公司', '车费'],
        ['2', '2026/11/22', '24000102', '8.00', '乙公司', '盒饭'],
      ],
      [null, null, 'subject_three_code', 'pay_amount', null, 'remark'],
    ],
    [
      '摘要 before and 备注 behind the amounts: the later one is the remark',
      [
        ['器材租赁', '24000101', '12.00', '已对账'],
        ['剧组用餐', '24000102', '8.00', '待补发票'],
      ],
      [null, 'subject_three_code', 'pay_amount', 'remark'],
    ],
    [
      'a word that is unknown stays in the column of its kind, and is marked there',
      [
        ['现金', '24000101', '1.00', '甲'],
        ['现钞', '24000102', '2.00', '乙'],
        ['网银', '没有', '3.00', '丙'],
      ],
      ['pay_channel', 'subject_three_code', 'pay_amount', 'remark'],
    ],
    [
      'a contract and an invoice that are unknown are no remarks',
      [['HT-9', '24000101', '99999999', '1,234.00']],
      ['contract_code', 'subject_three_code', 'invoices', 'pay_amount'],
    ],
    [
      'subjects that are all unknown, in their usual place',
      [
        ['摄影', '12.00', '现金'],
        ['灯光', '5.00', '网银'],
      ],
      ['subject_three_code', 'pay_amount', 'pay_channel'],
    ],
    [
      'a text at the end is a remark all the same',
      [['12.00', '现金', '加班']],
      ['pay_amount', 'pay_channel', 'remark'],
    ],
    [
      'a column without a text is none',
      [
        ['24000101', '', '12.00', '现金'],
        ['24000102', '', '5.00', '网银'],
      ],
      ['subject_three_code', null, 'pay_amount', 'pay_channel'],
    ],
    ['rows of several lengths', [['12.00'], ['5.00', '24000101']], ['pay_amount', 'subject_three_code']],
    ['nothing', [], []],
  ])('%s', (_, rows, layout) => {
    expect(guess(rows)).toEqual(layout)
  })

  test('of equals the order of the form decides', () => {
    // 其他 is a way to pay as well as a type of this project.
    const both = { ...book, categories: new Map([['其他', '9']]) }
    expect(guessLayout([['24000101', '1.00', '其他', '其他']], both)).toEqual([
      'subject_three_code',
      'pay_amount',
      'pay_channel',
      'pay_category_id',
    ])
  })

  test('a single column belongs where the cursor is if that field takes it, else where it reads', () => {
    expect(guess([['5400'], ['120']], 'pay_amount')).toEqual(['pay_amount'])
    expect(guess([['13'], ['6']], 'face_tax_rate')).toEqual(['face_tax_rate'])
    expect(guess([['12.5'], ['6']], 'remark')).toEqual(['remark'])
    expect(guess([['5400'], ['120']])).toEqual(['pay_amount'])
    expect(guess([['现金'], ['网银']], 'subject_three_code')).toEqual(['pay_channel'])
    expect(guess([['无此科目'], ['餐饮']], 'subject_three_code')).toEqual(['subject_three_code'])
  })

  const optional = <T>(cell: fc.Arbitrary<T>) => fc.oneof({ arbitrary: cell, weight: 4 }, fc.constant(''))
  const word = (words: Iterable<string>) => fc.constantFrom(...words)
  const amount = fc
    .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }), fc.boolean())
    .map(([yuan, fen, grouped]) => {
      const whole = grouped ? yuan.toLocaleString('en-US') : String(yuan)
      return `${whole}.${String(fen).padStart(2, '0')}`
    })
  const right = fc.record({
    subject_three_code: word(book.subjects.keys()),
    pay_amount: amount,
    pay_channel: word(['现金', '银行转账', '网银']),
    pay_category_id: word(book.categories.keys()),
    voucher_category: optional(word(['增值税专用发票', '数电票（普通）'])),
    face_tax_rate: optional(word(['6%', '13%', '免税', '１％'])),
    contract_code: optional(word(book.contracts.keys())),
    invoices: optional(word(book.invoices.keys())),
    remark: optional(word(['第一次付款', '见合同', '补 11 月'])),
  } satisfies Record<LineColumn, fc.Arbitrary<string>>)

  test('a right table in any order of its columns, and with some of them left out, gives the same lines', () => {
    fc.assert(
      fc.property(
        fc.array(right, { minLength: 1, maxLength: 12 }),
        fc.shuffledSubarray([...LINE_COLUMNS], { minLength: 2 }),
        (table, shuffled) => {
          const order = [...new Set([...shuffled, 'subject_three_code', 'pay_amount'] as const)]
          const cells = table.map((row) => order.map((column) => row[column]))
          const layout = guess(cells)
          layout.forEach((column, at) => {
            const empty = cells.every((row) => row[at] === '')
            expect(column).toBe(empty ? null : order[at])
          })
          const found = readRows(cells, layout, { ...book, taken: new Map() })
          const told = readRows(cells, order, { ...book, taken: new Map() })
          for (const [at, row] of told.entries())
            for (const [column, cell] of Object.entries(row))
              expect(found[at]?.[column as LineColumn]?.value ?? '').toBe(cell.value)
        },
      ),
      { numRuns: depth(75, 300) },
    )
  })

  test('of 1,000 rows some are judged, spread over all', () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => [
      ...['2026-11-21', '甲公司', '场务', '器材', '24000101', `${at}.50`, '现金', '报销'],
      ...['增值税专用发票', '6%', 'HT-2026-018', '', '备注', String(at + 1)],
    ])
    expect(guess(rows).slice(4, 11)).toEqual([
      'subject_three_code',
      'pay_amount',
      'pay_channel',
      'pay_category_id',
      'voucher_category',
      'face_tax_rate',
      'contract_code',
    ])
  })
})

describe('cheapest', () => {
  /** Lowest cost of all possible assignments. */
  const bruteForce = (costs: number[][], fields: number, taken: ReadonlySet<number> = new Set()): number => {
    const [column, ...rest] = costs
    if (!column) return 0
    return Math.min(
      ...column.flatMap((cost, field) =>
        field !== fields && taken.has(field)
          ? []
          : [cost + bruteForce(rest, fields, new Set([...taken, field]))],
      ),
    )
  }

  test('costs as little as the best of all choices, and takes no field twice', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 5 })).chain(([fields, columns]) =>
          fc.tuple(
            fc.constant(fields),
            fc.array(
              fc.array(fc.integer({ min: -5, max: 9 }), { minLength: fields + 1, maxLength: fields + 1 }),
              {
                minLength: columns,
                maxLength: columns,
              },
            ),
          ),
        ),
        ([fields, costs]) => {
          const found = cheapest(costs, fields)
          expect(found).toHaveLength(costs.length)
          const used = found.filter((field) => field !== fields)
          expect(new Set(used).size).toBe(used.length)
          const sum = found.reduce((all, field, at) => all + (costs[at]?.[field] ?? Number.NaN), 0)
          expect(sum).toBe(bruteForce(costs, fields))
        },
      ),
      { numRuns: depth(125, 500) },
    )
  })
})
