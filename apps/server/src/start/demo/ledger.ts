import { addDays, today } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import { paymentBody } from '@pianzhang/contract/payments'
import { reminderBody } from '@pianzhang/contract/reminders'
import { createInvoices } from '../../base/invoices/save.ts'
import { createPayments } from '../../books/payments/save.ts'
import { createReminder } from '../../features/reminders/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import { analyzeEmptiedTables } from '../../platform/database/planner.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { PAYMENT_RULES } from '../rules.ts'
import { addCostBudgets, addInvestmentBudgets } from './budgets.ts'
import { BUDGET, EPISODES, INVESTORS } from './content.ts'
import { addContracts } from './contracts.ts'
import {
  addAllocations,
  addEstimates,
  addMoves,
  addShootingDays,
  issueReportOf,
  lockBudgetOf,
} from './cost-report.ts'
import { type Draft, type DraftLine, draftPayments, SHOOTING_DAYS } from './drafts.ts'
import { addFees } from './fees.ts'
import { addFreeInvoices, addInvoiceTitle, passedInvoice, withOriginals, withPicture } from './invoices.ts'
import { addPayees, changeAccount } from './payees.ts'
import { addPaymentRequests } from './payment-requests.ts'
import { addPettyCash, pettyCashRandom, setTotal } from './petty-cash.ts'
import { addPlans } from './plans.ts'
import { type Random, seeded } from './random.ts'
import { addReceipts } from './receipts.ts'
import { workingTime } from './times.ts'

const SINGLE = { category: '0' }
const everyDays = (judge_date: number) => ({ category: '1', mode: '0', judge_date })
const monthlyOn = (judge_date: number) => ({ category: '1', mode: '1', judge_date })

/** By the contract's party; `start` and `end` are days from today. The first two are due today. */
const REMINDERS = [
  { party: '北京灯下编剧工作室', remark: '第三稿修改意见今日返给编剧', start: 0, end: 0, ...SINGLE },
  { party: '北京顺辕汽车租赁有限公司', remark: '每周核对里程与违章', start: -28, end: 14, ...everyDays(7) },
  { party: '杭州幻砾视效科技有限公司', remark: '月度样片送审', start: -60, end: 180, ...monthlyOn(25) },
  { party: '北京远焦影视器材有限公司', remark: '归还器材前核对清单', start: 5, end: 5, ...SINGLE },
  { party: '汇渊财产保险北京分公司', remark: '剧组保险续保', start: 14, end: 14, ...SINGLE },
  { party: '北京正朔会计师事务所', remark: '提交首期审计资料', start: -30, end: -30, ...SINGLE },
]

/** Reminders on the demo's contracts, whose codes are given by party. */
async function addReminders(
  tx: Tx,
  context: ProjectContext,
  contracts: ReadonlyMap<string, string>,
): Promise<void> {
  const day = today(context.now)
  for (const [index, { party, start, end, ...fields }] of [...REMINDERS].reverse().entries()) {
    const body = reminderBody.parse({
      ...fields,
      contract_code: contracts.get(party),
      start_at: addDays(day, start),
      end_at: addDays(day, end),
    })
    const now = workingTime(addDays(day, Math.min(start, 0) - 3), index)
    await createReminder(tx, { ...context, now }, { params: {}, query: {}, body })
  }
}

/** Invoices of so many last days have pictures: drawing hundreds would take the start's time. */
const SCANNED_DAYS = 1

/** Where members of the crew bought what they are repaid for. */
const SHOPS: Readonly<Record<string, string>> = {
  陈立: '杭州匠屿道具制作有限公司',
  王海: '东阳邻禾百货有限公司',
}
const sellerOf = (payee: string) => SHOPS[payee] ?? payee

/** Codes of referenced records, by the names in content.ts. */
interface ReferenceCodes {
  subjects: ReadonlyMap<string, string>
  categories: ReadonlyMap<string, string>
  /** By the other party's name. */
  contracts: ReadonlyMap<string, string>
}

/**
 * Creates both budgets, receipts, contracts, payments and petty cash from the oldest on, invoices not yet used, for the
 * editor to choose from, reminders, and payment requests. Returns the codes of payees by name.
 */
export async function fillLedger(tx: Tx, context: ProjectContext): Promise<ReadonlyMap<string, string>> {
  const random = seeded(20_261_121)
  const last = today(context.now)
  const first = addDays(last, 1 - SHOOTING_DAYS)
  await addInvestmentBudgets(tx, context, first, INVESTORS)
  await addReceipts(tx, context, first, INVESTORS)
  const payees = await addPayees(tx, context, first)
  const references = await loadReferenceCodes(tx, context, await addContracts(tx, context, first, payees))
  const budget = { lines: BUDGET, episodes: EPISODES }
  await addCostBudgets(tx, context, addDays(first, -45), budget, references.subjects)
  await lockBudgetOf(tx, context, first)
  await addAllocations(tx, context, first, references.contracts, references.subjects)
  // ANALYZE subjects and contracts before payments refer to them; the payments themselves after the first week.
  await analyzeEmptiedTables(tx)
  const drafts = draftPayments(random)
  const ofPettyCash = pettyCashRandom()
  await setTotal(tx, { ...context, now: workingTime(addDays(first, -3), 2) })
  for (let from = 0; from < SHOOTING_DAYS; from += 7) {
    const due = drafts.filter(({ day }) => day >= from && day < from + 7)
    // A week's payments are created on the evening of its last day; the current week's payments now.
    const evening = Date.parse(`${addDays(first, from + 6)}T18:30:00+08:00`)
    const now = new Date(Math.min(evening, context.now.getTime()))
    await addPayments(tx, { ...context, now }, { ...references, payees }, random, first, due)
    const days = Array.from({ length: Math.min(7, SHOOTING_DAYS - from) }, (_, day) => from + day)
    await addPettyCash(tx, { ...context, now }, ofPettyCash, first, days, references.subjects)
    await addMoves(tx, context, first, from, references.subjects)
    await issueReportOf(tx, context, first, from)
    if (from === 0) await analyzeEmptiedTables(tx)
  }
  await addShootingDays(tx, context, first)
  await addEstimates(tx, context, references.subjects)
  await changeAccount(tx, context, payees)
  await addPlans(tx, context, references.contracts, first, references)
  await addFreeInvoices(tx, context, random, last)
  await addInvoiceTitle(tx, { ...context, now: workingTime(addDays(first, -30), 4) })
  await addFees(tx, context, references, first)
  await addReminders(tx, context, references.contracts)
  // After all payments: from then on those of larger amounts are asked for.
  await addPaymentRequests(tx, context, { ...references, payees })
  return payees
}

export async function loadReferenceCodes(
  tx: Tx,
  { project }: ProjectContext,
  contracts: ReferenceCodes['contracts'],
): Promise<ReferenceCodes> {
  const subjects = await tx
    .selectFrom('subjects')
    .select(['out_code', 'code'])
    .where('project_id', '=', project.id)
    .execute()
  const categories = await tx
    .selectFrom('payment_types')
    .select(['name', 'id'])
    .where('project_id', '=', project.id)
    .execute()
  return {
    subjects: new Map(subjects.map((row) => [row.out_code, row.code])),
    categories: new Map(categories.map((row) => [row.name, String(row.id)])),
    contracts,
  }
}

async function addPayments(
  tx: Tx,
  context: ProjectContext,
  references: ReferenceCodes & { payees: ReadonlyMap<string, string> },
  random: Random,
  firstDay: string,
  drafts: readonly Draft[],
): Promise<void> {
  const lines = drafts.flatMap((draft) => draft.lines.map((line) => ({ draft, line })))
  const invoiced = lines.filter(({ line }) => line.invoice !== null)
  const passed = invoiced.map(({ draft, line }) => ({
    day: draft.day,
    invoice: passedInvoice(
      random,
      line.invoice ?? '',
      addDays(firstDay, draft.day),
      sellerOf(draft.payee),
      line.fen,
      {
        goods: draft.summary,
        rate: line.rate,
      },
    ),
  }))
  const scanned = passed.map(({ day, invoice }) =>
    day >= SHOOTING_DAYS - SCANNED_DAYS ? withPicture(tx, context, invoice) : { ...invoice, items: [] },
  )
  const codes = await createInvoices(
    tx,
    context,
    await withOriginals(tx, context, await Promise.all(scanned)),
  )
  const invoices = new Map(invoiced.map(({ line }, index) => [line, codes[index]]))
  const bodies = drafts.map((draft) =>
    paymentBody.parse({
      pay_at: addDays(firstDay, draft.day),
      payer: draft.payer,
      post: draft.post,
      summary: draft.summary,
      payee_code: references.payees.get(draft.payee) ?? null,
      cost_execution_details: draft.lines.map((line) => ({
        ...lineBody(references, line),
        contract_code: draft.contract ? references.contracts.get(draft.payee) : null,
        check_invoice_code: invoices.get(line) ?? null,
      })),
    }),
  )
  await createPayments(tx, context, PAYMENT_RULES, bodies)
}

const lineBody = (references: ReferenceCodes, line: DraftLine) => ({
  subject_three_code: references.subjects.get(line.subject),
  pay_channel: line.channel,
  pay_category_id: references.categories.get(line.category),
  voucher_category: line.voucher,
  face_tax_rate: line.rate,
  pay_amount: yuan(line.fen),
  remark: line.remark,
})
