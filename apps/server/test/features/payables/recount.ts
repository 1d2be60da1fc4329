import { daysBetween } from '@pianzhang/contract/calendar'
import type { TestApp } from '../../harness/harness.ts'
import { ask } from '../../harness/recount.ts'

export type Row = Record<string, string | null>
export const fen = (text: string | null | undefined): bigint => BigInt((text ?? '0').replace('.', ''))
const clamp = (amount: bigint, low: bigint, high: bigint): bigint =>
  amount < low ? low : amount > high ? high : amount

export interface Recounted {
  contract: string
  code: string
  title: string
  payee: string
  incoming: boolean
  due: string | null
  seq: number
  paid: bigint
  rest: bigint
  status: string
}

/** The status in words, from the specification's list. */
function wordsOf(paid: bigint, rest: bigint, due: string | null, incoming: boolean, day: string): string {
  if (rest === 0n) return incoming ? '已收清' : '已付清'
  const days = due === null ? Number.NaN : daysBetween(day, due)
  if (days < 0) return `逾期${-days}天`
  if (days === 0) return '今天'
  if (paid > 0n) return incoming ? '部分收款' : '部分支付'
  if (due === null) return '待达成'
  return days <= 7 ? '7天内' : '未到期'
}

/** The bucket of a due date, from the specification's list. */
export const bucketIn = (due: string | null, day: string): string => {
  if (due === null) return 'waiting'
  const days = daysBetween(day, due)
  return days < 0 ? 'overdue' : days === 0 ? 'today' : days <= 7 ? 'week' : days <= 30 ? 'month' : 'later'
}
export const byDue = (a: string | null, b: string | null): number =>
  (a ?? '9999') === (b ?? '9999') ? 0 : (a ?? '9999') < (b ?? '9999') ? -1 : 1

/**
 * All instalments, from the plain tables; what is paid by prefix sums of capacities instead of one after the other. `cash`: with open petty cash that
 * names a contract, as the forecast has it.
 */
export async function recount({ databaseUrl }: TestApp, projectId: bigint, day: string, cash = false) {
  const rowsOf = (columns: string, table: string) =>
    ask<Row>(databaseUrl, `select ${columns} from ${table} where project_id = $1`, [String(projectId)])
  const contracts = await rowsOf(
    'id::text, code, customer, category, amount::text, settled_at::text as settled',
    'contracts',
  )
  const plans = await rowsOf(
    "id::text, code, contract_id::text as contract, seq, title, to_char(due_at, 'YYYY-MM-DD') as due, amount::text",
    'contract_instalments',
  )
  const lines = await rowsOf(
    'contract_id::text as contract, instalment_id::text as instalment, pay_amount::text as amount',
    'payment_lines',
  )
  const receipts = await rowsOf('contract_id::text as contract, amount::text', 'receipts')
  const details = await rowsOf(
    'contract_id::text as contract, pay_amount::text as amount, write_off_id::text as off',
    'petty_cash',
  )
  const paidOut = [...lines, ...details.filter(({ off }) => cash && off === null)]
  const found: Recounted[] = []
  const unscheduled = { in: 0n, out: 0n }
  for (const contract of contracts) {
    const incoming = Number(contract.category) >= 3
    const money = (incoming ? receipts : paidOut).filter((row) => row.contract === contract.id)
    const total = money.reduce((sum, row) => sum + fen(row.amount), 0n)
    const own = plans
      .filter((row) => row.contract === contract.id)
      .map((row) => {
        const amount = fen(row.amount)
        const named = lines
          .filter((line) => line.instalment === row.id)
          .reduce((sum, line) => sum + fen(line.amount), 0n)
        return {
          row,
          amount,
          named: clamp(named, 0n, amount),
          key: `${row.due ?? '9999'} ${String(row.seq).padStart(6, '0')}`,
        }
      })
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    if (own.length === 0) continue
    const pool = total - own.reduce((sum, { named }) => sum + named, 0n)
    let open = 0n
    for (const [index, { row, amount, named }] of own.entries()) {
      const before = own.slice(0, index).reduce((sum, one) => sum + one.amount - one.named, 0n)
      const after = own.slice(index + 1).reduce((sum, one) => sum + one.named, 0n)
      const paid =
        pool >= 0n
          ? named + clamp(pool - before, 0n, amount - named)
          : named - clamp(-pool - after, 0n, named)
      const rest = contract.settled === null ? amount - paid : 0n
      open += rest
      found.push({
        contract: contract.code ?? '',
        code: row.code ?? '',
        title: row.title ?? '',
        payee: contract.customer ?? '',
        incoming,
        due: row.due ?? null,
        seq: Number(row.seq),
        paid,
        rest,
        status: wordsOf(paid, rest, row.due ?? null, incoming, day),
      })
    }
    const left = fen(contract.amount) - total - open
    if (contract.settled === null && left > 0n) unscheduled[incoming ? 'in' : 'out'] += left
  }
  return { found, unscheduled }
}
