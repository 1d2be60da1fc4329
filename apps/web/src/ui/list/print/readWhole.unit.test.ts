import { describe, expect, it } from 'vitest'
import { amountSums } from '../../table/sums.ts'
import { MOST, readWhole } from './readWhole.ts'

interface Row {
  code: string
  amount: string
}
interface List {
  items: Row[]
  listTotal: number
  total: string
}
const SIZE = 2
const rowsOf = (...amounts: number[]): Row[] =>
  amounts.map((amount, index) => ({ code: `${index}`, amount: `${amount}.00` }))
const totalOf = (rows: readonly Row[]) => `${rows.reduce((sum, { amount }) => sum + Number(amount), 0)}.00`
const SUMS = amountSums<Row, List>(
  'amount',
  (row) => row.amount,
  (list) => list.total,
)

/** A list that has the rows `at(n)` when a page is requested for the n-th time. */
function listed(at: (asked: number) => Row[]) {
  const asked: number[] = []
  const read = async (page: number): Promise<List> => {
    const rows = at(asked.push(page))
    return {
      items: rows.slice((page - 1) * SIZE, page * SIZE),
      listTotal: rows.length,
      total: totalOf(rows),
    }
  }
  const whole = () =>
    readWhole<Row, List>({
      read,
      keyOf: ({ code }) => code,
      sumsOf: SUMS.table,
    })
  return { asked, whole }
}

describe('a list on paper', () => {
  it('is all pages in their order', async () => {
    const rows = rowsOf(5, 4, 3, 2, 1)
    const { asked, whole } = listed(() => rows)
    expect(await whole()).toEqual({ items: rows, listTotal: 5, total: '15.00' })
    expect(asked).toEqual([1, 2, 3])
  })

  it('is read again where a colleague added, deleted or changed a row between two pages', async () => {
    const before = rowsOf(5, 4, 3)
    const added = [{ code: 'new', amount: '9.00' }, ...before]
    for (const after of [added, before.slice(1), before.with(0, { code: '0', amount: '6.00' })]) {
      const { asked, whole } = listed((nth) => (nth === 1 ? before : after))
      expect(await whole()).toEqual({ items: after, listTotal: after.length, total: totalOf(after) })
      expect(asked.filter((page) => page === 1)).toHaveLength(2)
    }
  })

  it('is not printed while it does not come to rest', async () => {
    const { asked, whole } = listed((nth) => rowsOf(nth, 1, 1))
    expect(await whole()).toBe('moving')
    expect(asked).toEqual([1, 2, 1, 2, 1, 2])
  })

  it('has rows, and not too many', async () => {
    expect(await listed(() => []).whole()).toBe('none')
    const many = listed(() => rowsOf(...new Array(MOST + 1).fill(1)))
    expect(await many.whole()).toBe('many')
    expect(many.asked).toEqual([1])
  })

  it('is too long if the rows below those of a tree are', async () => {
    const [row] = rowsOf(1)
    const whole = (below: number) =>
      readWhole<Row, Omit<List, 'total'>>({
        read: async () => ({ items: rowsOf(1, 2), listTotal: 2 }),
        keyOf: ({ code }) => code,
        sumsOf: () => [],
        rowsOf: ({ items }) => [...items, ...new Array<Row>(below).fill(row as Row)],
      })
    expect(await whole(MOST - 2)).toMatchObject({ listTotal: 2 })
    expect(await whole(MOST - 1)).toBe('many')
  })
})
