import { addDays, today } from '@pianzhang/contract/calendar'
import { contractBody } from '@pianzhang/contract/contracts'
import { paymentBody } from '@pianzhang/contract/cost-executions'
import { yuan } from '@pianzhang/contract/money'
import { createContract } from '../modules/contracts/save.ts'
import { createPayment } from '../modules/cost-executions/save.ts'
import { createInvoice } from '../modules/invoices/save.ts'
import type { Tx } from '../platform/database.ts'
import type { ProjectContext } from '../platform/route.ts'
import { CHANNELS, STAGES, TRADES, type Trade } from './content.ts'
import { type Random, seeded } from './random.ts'

const PAYMENTS = 320
const SHOOTING_DAYS = 120
const FREE_INVOICES = 18

/** What the lines of the demo refer to, by the names in content.ts. */
interface Book {
  subjects: Map<string, string>
  categories: Map<string, string>
  contracts: Map<string, string>
}

/** Contracts, then payments over the days before today, oldest first; about one line in five has an invoice. */
export async function fillLedger(tx: Tx, context: ProjectContext): Promise<void> {
  const random = seeded(20_261_121)
  const last = today(context.now)
  const book = await openBook(tx, context)
  await addContracts(tx, context, book, addDays(last, -SHOOTING_DAYS))
  const days = Array.from({ length: PAYMENTS }, () => random.int(0, SHOOTING_DAYS)).sort((a, b) => b - a)
  for (const ago of days) await addPayment(tx, context, book, random, addDays(last, -ago))
  // Some wait for their payment, so that the editor has something to choose.
  for (let index = 0; index < FREE_INVOICES; index += 1)
    await addInvoice(
      tx,
      context,
      random,
      random.pick(TRADES),
      addDays(last, -index),
      BigInt(random.int(2_000, 60_000)) * 100n,
    )
}

async function openBook(tx: Tx, { project }: ProjectContext): Promise<Book> {
  const subjects = await tx
    .selectFrom('subjects')
    .select(['out_code', 'code'])
    .where('project_id', '=', project.id)
    .execute()
  const categories = await tx
    .selectFrom('pay_categories')
    .select(['name', 'id'])
    .where('project_id', '=', project.id)
    .execute()
  return {
    subjects: new Map(subjects.map((row) => [row.out_code, row.code])),
    categories: new Map(categories.map((row) => [row.name, String(row.id)])),
    contracts: new Map(),
  }
}

async function addContracts(tx: Tx, context: ProjectContext, book: Book, firstDay: string): Promise<void> {
  const parties = TRADES.filter((trade) => trade.contract)
  for (const [index, trade] of parties.entries()) {
    const body = contractBody.parse({
      out_code: `HT-${firstDay.slice(0, 4)}-${String(index + 1).padStart(3, '0')}`,
      customer: trade.payer,
      category: trade.contract?.category,
      amount: trade.contract?.amount,
      sign_at: addDays(firstDay, index),
      income_bank_name: '某某银行某某支行',
      income_bankcard_username: trade.payer,
      income_bankcard_account: `62220000000000${String(1000 + index)}`,
    })
    const saved = await createContract(tx, context, { params: {}, query: {}, body })
    book.contracts.set(trade.payer, saved.code)
  }
}

async function addPayment(
  tx: Tx,
  context: ProjectContext,
  book: Book,
  random: Random,
  day: string,
): Promise<void> {
  const trade = random.pick(TRADES)
  const count = trade.subjects.length === 1 ? 1 : random.int(1, Math.min(4, trade.subjects.length + 1))
  const refund = trade.contract !== undefined && random.chance(0.03)
  const lines = []
  for (let index = 0; index < (refund ? 1 : count); index += 1)
    lines.push(await line(tx, context, book, random, trade, day, refund))
  const summary = `${random.pick(trade.summaries)}${refund ? '，押金退回' : `（${day.slice(5)} 结算）`}`
  const body = paymentBody.parse({
    pay_at: day,
    payer: trade.payer,
    post: trade.post,
    summary,
    cost_execution_details: lines,
  })
  await createPayment(tx, context, { params: {}, query: {}, body })
}

async function line(
  tx: Tx,
  context: ProjectContext,
  book: Book,
  random: Random,
  trade: Trade,
  day: string,
  refund: boolean,
) {
  const [number, from, to] = random.pick(trade.subjects)
  // Round sums are common, odd fen are not.
  const fen =
    BigInt(random.int(from, to)) * 100n + BigInt(random.pick([0, 0, 0, 50, 35, 80, random.int(1, 99)]))
  const amount = refund ? -fen / 5n : fen
  const reimbursed = trade.rate === null
  const category = refund ? '押金退回' : reimbursed ? '报销' : random.pick(STAGES)
  const invoiced = !refund && !reimbursed && random.chance(0.2)
  const invoice = invoiced ? await addInvoice(tx, context, random, trade, day, amount) : null
  return {
    subject_three_code: book.subjects.get(number),
    pay_channel: reimbursed ? random.pick(['1', '4', '5']) : random.pick(CHANNELS),
    pay_category_id: book.categories.get(category),
    voucher_category: random.chance(0.94) ? trade.voucher : null,
    face_tax_rate: trade.rate,
    contract_code: book.contracts.get(trade.payer) ?? null,
    pay_amount: yuan(amount),
    check_invoice_code: invoice?.code ?? null,
    remark: random.chance(0.15) ? '原件已归档' : '',
  }
}

/** A digital invoice that passed its check. */
const addInvoice = (
  tx: Tx,
  context: ProjectContext,
  random: Random,
  trade: Trade,
  day: string,
  amount: bigint,
) =>
  createInvoice(tx, context, {
    status: 0,
    invoice_type: '31',
    invoice_number: `26${random.int(100_000_000, 999_999_999)}${random.int(100_000_000, 999_999_999)}`,
    billing_date: day,
    total_amount: amount,
    seller_name: trade.payer,
  })
