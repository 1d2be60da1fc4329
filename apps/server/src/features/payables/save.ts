import type { FieldError } from '@pianzhang/contract/errors'
import { type Fen, formatYuan, sum } from '@pianzhang/contract/money'
import {
  type InstalmentItem,
  type Instalments,
  type InstalmentsBody,
  type ReachedBody,
  splitPercents,
} from '@pianzhang/contract/payables'
import { sql } from 'kysely'
import { lockContracts } from '../../base/contracts/lock.ts'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { afterCommit, anyOf, type Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { checkVersion, invalid, missing, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { namesOf } from '../../platform/lists/naming.ts'
import { ownerOf, updateRecords } from '../../platform/lists/records.ts'
import { loadContract, loadPlan, type PlannedContract, type PlanRow, planEntry, readPlan } from './plan.ts'
import { findReferences, type References } from './references.ts'

/** An item as it is written. */
interface Written {
  code: string
  seq: number
  title: string
  kind: 'date' | 'milestone'
  due_at: string | null
  reached_at: Date | null
  percent: number | null
  amount: Fen
  subject_id: bigint | null
  pay_category_id: bigint | null
}

/** Replaces the plan of a contract. Throws 409 for a stale version of the contract, 422 for one that payments would lose an instalment of. */
export async function savePlan(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, InstalmentsBody>,
): Promise<Instalments> {
  const projectId = context.project.id
  // Booking on the contract waits, so no line names an instalment meanwhile.
  await lockContracts(tx, projectId, [params.code], 'no key update')
  const contract = await loadContract(tx, projectId, params.code)
  const found = await findReferences(tx, projectId, contract, body.items)
  const { stored } = found
  const { written, problems } = resolve(contract, body.items, found)
  if (problems.length > 0) throw invalid(problems)
  checkVersion(body.version, contract.version)
  const before = await readPlan(tx, context, params.code)
  const kept = new Set(written.map(({ code }) => code))
  await remove(
    tx,
    projectId,
    [...stored.values()].filter(({ code }) => !kept.has(code)),
  )
  await write(tx, context, contract, written, stored)
  await touchContract(tx, context, contract)
  const after = await readPlan(tx, context, params.code)
  await audit(tx, context, planEntry(before, after))
  return after
}

/** Gives the contract its next version, and tells open pages, which otherwise hear of the plan alone. */
async function touchContract(tx: Tx, context: ProjectContext, contract: PlannedContract): Promise<void> {
  await updateRecords(tx, context, 'contracts', [contract], {})
  const { project, services, clientId } = context
  afterCommit(tx, () =>
    services.notices.announce(project.id, [{ resource: 'contract', action: 'update' }], clientId),
  )
}

/** The items with their amounts and the ids of what they name, and what is wrong with them. */
function resolve(
  contract: PlannedContract,
  items: readonly InstalmentItem[],
  { subjects, stored, problems: unknown }: References,
): { written: Written[]; problems: FieldError[] } {
  const problems = [...unknown]
  const wrong = (index: number, field: string, message: string) =>
    problems.push({ field: `items[${index}].${field}`, message })
  const shares = splitPercents(
    contract.amount > 0n ? contract.amount : 0n,
    items.flatMap(({ percent }) => percent ?? []),
  )[Symbol.iterator]()
  const written = items.map((item, index): Written => {
    const old = item.code === null ? undefined : stored.get(item.code)
    const amount = item.percent === null ? (item.amount ?? 0n) : (shares.next().value ?? 0n)
    if (amount === 0n && contract.amount > 0n) wrong(index, 'percent', '按比例计算的金额为0')
    const reached = item.kind === 'milestone' ? (old?.reached_at ?? null) : null
    if (item.kind === 'milestone' && reached === null && item.due_at !== null)
      wrong(index, 'due_at', '节点达成后再填写到期日')
    if (reached !== null && item.due_at === null) wrong(index, 'due_at', '请选择到期日')
    return {
      code: item.code ?? newCode(),
      seq: index + 1,
      title: item.title,
      kind: item.kind,
      due_at: item.due_at,
      reached_at: reached,
      percent: item.percent === null ? null : Number(item.percent),
      amount,
      subject_id: subjects.get(item.subject_code ?? '')?.id ?? null,
      pay_category_id: item.pay_category_id === null ? null : BigInt(item.pay_category_id),
    }
  })
  const planned = sum(written.map(({ amount }) => amount))
  if (items.length > 0 && contract.amount <= 0n)
    problems.push({ field: 'items', message: '合同总额大于0才能制定付款计划' })
  else if (planned > contract.amount)
    problems.push({
      field: 'items',
      message: `付款计划合计 ${formatYuan(planned)} 元超过合同总额 ${formatYuan(contract.amount)} 元`,
    })
  return { written, problems }
}

/** Throws 422 if payments name one of them. */
async function remove(tx: Tx, projectId: bigint, rows: readonly PlanRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const { rows: uses } = await sql<{ id: bigint; code: string }>`
    select distinct d.instalment_id as id, c.code from payment_lines d
    join payments c on c.project_id = ${projectId} and c.id = d.payment_id
    where d.project_id = ${projectId} and d.instalment_id = any(${ids}) order by 1, 2`.execute(tx)
  const used = rows.find(({ id }) => uses.some((use) => use.id === id))
  if (used) {
    const names = uses.filter(({ id }) => id === used.id).map(({ code }) => code)
    throw refused(`期次「${used.title}」已被付款 ${namesOf(names)} 使用，不能删除`)
  }
  await tx
    .deleteFrom('contract_instalments')
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf(ids))
    .execute()
}

const COLUMNS = [
  'seq',
  'title',
  'kind',
  'due_at',
  'reached_at',
  'percent',
  'amount',
  'subject_id',
  'pay_category_id',
] as const satisfies readonly (keyof Written & keyof PlanRow)[]

async function write(
  tx: Tx,
  context: ProjectContext,
  contract: PlannedContract,
  written: readonly Written[],
  stored: ReadonlyMap<string, PlanRow>,
): Promise<void> {
  const { projectId, userId, now } = ownerOf(context)
  const changed = written.filter((item) => {
    const old = stored.get(item.code)
    return old && COLUMNS.some((column) => String(old[column]) !== String(item[column]))
  })
  const added = written.filter(({ code }) => !stored.has(code))
  if (changed.length > 0)
    await sql`update contract_instalments i
      set seq = n.seq, title = n.title, kind = n.kind, due_at = n.due_at, reached_at = n.reached_at, percent = n.percent, amount = n.amount,
        subject_id = n.subject_id, pay_category_id = n.pay_category_id, version = i.version + 1, updated_at = ${now}
      from jsonb_to_recordset(${jsonFor(changed)}::jsonb) as n(code text, seq integer, title text, kind text, due_at date,
        reached_at timestamptz, percent integer, amount bigint, subject_id bigint, pay_category_id bigint)
      where i.project_id = ${projectId} and i.contract_id = ${contract.id} and i.code = n.code`.execute(tx)
  if (added.length > 0)
    await tx
      .insertInto('contract_instalments')
      .values(
        added.map((item) => ({
          ...item,
          project_id: projectId,
          contract_id: contract.id,
          creator_id: userId,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
}

/** Notes that a milestone is reached, with the day on which its instalment is due, or takes that back. */
export async function reachInstalment(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string; instalment: string }, unknown, ReachedBody>,
): Promise<Instalments> {
  const projectId = context.project.id
  await lockContracts(tx, projectId, [params.code], 'no key update')
  const contract = await loadContract(tx, projectId, params.code)
  const row = (await loadPlan(tx, projectId, contract.id)).find(({ code }) => code === params.instalment)
  if (!row) throw missing()
  if (row.kind !== 'milestone') throw refused('只有按节点付款的期次才登记达成')
  checkVersion(body.version, row.version)
  const before = await readPlan(tx, context, params.code)
  await updateRecords(tx, context, 'contract_instalments', [row], {
    due_at: body.reached ? body.due_at : null,
    reached_at: body.reached ? (row.reached_at ?? context.now) : null,
  })
  await touchContract(tx, context, contract)
  const after = await readPlan(tx, context, params.code)
  await audit(tx, context, planEntry(before, after))
  return after
}
