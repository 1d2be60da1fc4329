import { formatInstant } from '@pianzhang/contract/calendar'
import { CONTRACT_SECRETS, type Contract } from '@pianzhang/contract/contracts'
import { CONTRACT_CATEGORIES, contractDirection, labelOf } from '@pianzhang/contract/lists'
import { mask } from '@pianzhang/contract/masking'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { rightsTo } from '../../platform/lists/records.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'
import { attachmentAnswer } from '../attachments/link.ts'
import { payeeFields } from '../payees/find.ts'
import { allocationsOf } from './allocated.ts'
import { scanFiles } from './scans.ts'

type Link = { code: string; out_code: string }
/** The other contract of a pair. Amounts are fen as text, as JSON numbers are floats. */
type Linked = Link & { category: number; amount: string; paid: string }

/** A row of `contracts` with what was paid on it, in fen, and the contract it is linked with. */
export interface ContractRow {
  id: bigint
  code: string
  version: number
  out_code: string
  customer: string
  id_number: string
  sign_at: string | null
  category: number
  amount: bigint
  paid: bigint
  income_bank_name: string
  income_bankcard_username: string
  income_bankcard_account: string
  remark: string
  settled_at: Date | null
  settled_reason: string
  payee_id: bigint | null
  supplement: Linked | null
  supplemented: Linked | null
  creator_id: bigint
  created_at: Date
  updated_at: Date
}

const INCOMING = sql.join(
  CONTRACT_CATEGORIES.filter(({ direction }) => direction === 'in').map(({ code }) => sql.lit(Number(code))),
)

/** The contract `k` of the list, or `o`, the other one of its pair. */
const idOf = { k: sql`k.id`, o: sql`o.id` } as const
type Alias = keyof typeof idOf

/** The sum of the receipts on a contract, which has category 3 or 4. */
const received = (projectId: bigint, of: Alias = 'k') => sql`coalesce((select sum(e.amount)
  from receipts e where e.project_id = ${projectId} and e.contract_id = ${idOf[of]}), 0)`
/** The sum of the changes of a contract that are not yet added to its total. */
const unfolded = (projectId: bigint, of: Alias = 'k') => sql`coalesce((select sum(c.amount) from sum_changes c
  where c.project_id = ${projectId} and c.dimension = 'contract' and c.key = ${idOf[of]}), 0)`

/**
 * The paid amount of a contract, in fen: the kept sum of its payment lines, or for a category of incoming
 * money the sum of its receipts. For a few contracts; for all contracts of a project use `contractsWithPaid`.
 */
export const paidOn = (
  projectId: bigint,
  of: Alias = 'k',
) => sql<bigint>`case when ${sql.ref(`${of}.category`)} in (${INCOMING}) then ${received(projectId, of)}
  else coalesce((select t.amount from contract_totals t
    where t.project_id = ${projectId} and t.contract_id = ${idOf[of]}), 0) + ${unfolded(projectId, of)} end`

/**
 * For a SELECT of all contracts of a project. `from`: `contracts k` with their totals `t`. `incoming`: whether `k` has a
 * category of incoming money. `paid`: the paid amount as a bigint, to sort and add up (exact to 40 quadrillion yuan).
 * `in (…)` hashes the few contracts with changes, so that no changes are looked up for the other contracts.
 */
export const contractsWithPaid = (projectId: bigint) => ({
  from: sql`contracts k left join contract_totals t on t.project_id = ${projectId} and t.contract_id = k.id`,
  paid: sql`case when k.category in (${INCOMING}) then ${sortable(received(projectId))}
    else coalesce(t.sorted, 0) + case when k.id in (select c.key from sum_changes c
      where c.project_id = ${projectId} and c.dimension = 'contract') then ${sortable(unfolded(projectId))} else 0 end end`,
  incoming: sql`k.category in (${INCOMING})`,
})
const sortable = (amount: RawBuilder<unknown>) => sql`least(greatest(${amount}, -4e18), 4e18)::bigint`

/**
 * The paid amount of all contracts of outgoing money of a project, in fen. Adds up all totals without looking at categories:
 * only contracts of outgoing money have payments, as `uses.ts` keeps a contract with payments in such a category.
 */
export const paidOnAll = (projectId: bigint): RawBuilder<bigint> => sql`
  ((select coalesce(sum(t.amount), 0) from contract_totals t where t.project_id = ${projectId})
    + (select coalesce(sum(c.amount), 0) from sum_changes c
      where c.project_id = ${projectId} and c.dimension = 'contract'))`

/** A `Linked` from contract `o`. */
const linked = (projectId: bigint) => sql`jsonb_build_object('code', o.code, 'out_code', o.out_code,
  'category', o.category, 'amount', o.amount::text, 'paid', (${paidOn(projectId, 'o')})::text)`

/** The columns of a `ContractRow` from `contracts k`. */
export const contractColumns = (projectId: bigint) => sql<ContractRow>`
  k.id, k.code, k.version, k.out_code, k.customer, k.id_number, k.sign_at, k.category, k.amount, ${paidOn(projectId)} as paid,
  k.income_bank_name, k.income_bankcard_username, k.income_bankcard_account, k.remark, k.settled_at, k.settled_reason, k.payee_id, k.creator_id,
  k.created_at,
  k.updated_at,
  (select ${linked(projectId)} from contract_supplements b
    join contracts o on o.project_id = ${projectId} and o.id = b.contract_id
    where b.project_id = ${projectId} and b.main_id = k.id and b.is_supplement) as supplement,
  (select ${linked(projectId)} from contract_supplements b
    join contracts o on o.project_id = ${projectId} and o.id = b.main_id
    where b.project_id = ${projectId} and b.contract_id = k.id and b.is_supplement) as supplemented`

/** The contracts with these codes, in the order of creation. Throws 404 if one is missing. */
export const loadContracts = (db: Db | Tx, projectId: bigint, codes: readonly string[]) =>
  rowsByCode(db, projectId, codes, { columns: contractColumns(projectId), table: 'contracts', alias: 'k' })

/** What this person may do with contracts now. */
export const canOf = rightsTo('contract')

/** Converts rows to answers of the API. ID number and account are masked unless `reveal`. */
export async function contractAnswers(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly ContractRow[],
  reveal = false,
): Promise<Contract[]> {
  const created = await createdOf(db, context, rows)
  const payee = await payeeFields(db, context, rows)
  const scans = await scanFiles.of(
    db,
    context.project.id,
    rows.map((row) => row.id),
  )
  const allocations = await allocationsOf(
    db,
    context.project.id,
    rows.map((row) => row.id),
  )
  const can = { ...canOf(context), reveal: context.can('contract', 'write') }
  const shown = (text: string, name: keyof typeof CONTRACT_SECRETS) =>
    reveal ? text : mask(text, CONTRACT_SECRETS[name])
  return rows.map((row) => ({
    code: row.code,
    version: row.version,
    out_code: row.out_code,
    customer: row.customer,
    id_number: shown(row.id_number, 'id_number'),
    sign_at: row.sign_at,
    category: {
      category_code: String(row.category),
      category_i18n: labelOf(CONTRACT_CATEGORIES, String(row.category)),
    },
    ...amountsOf(row.amount, row.paid),
    income_bank_name: row.income_bank_name,
    income_bankcard_username: row.income_bankcard_username,
    income_bankcard_account: shown(row.income_bankcard_account, 'income_bankcard_account'),
    remark: row.remark,
    ...payee(row),
    scans: (scans.get(row.id) ?? []).map((file) => attachmentAnswer(context, file, 'contract')),
    supplements_contracts: row.supplement ? [linkOf(row.supplement)] : [],
    supplemented_contract: row.supplemented && linkOf(row.supplemented),
    with_supplement: togetherOf(row),
    allocations: allocations.get(row.id) ?? [],
    settled_at: row.settled_at && formatInstant(row.settled_at),
    settled_reason: row.settled_reason,
    ...created(row),
    updated_at: formatInstant(row.updated_at),
    can,
  }))
}

const linkOf = ({ code, out_code }: Linked): Link => ({ code, out_code })
const amountsOf = (amount: bigint, paid: bigint) => ({
  amount_yuan: yuan(amount),
  pay_amount_yuan: yuan(paid),
  unpay_amount_yuan: yuan(amount - paid),
})

/** A contract and its supplement as one total; null without one, and for a pair with money in both directions, which is never added up. */
function togetherOf({ category, amount, paid, supplement, supplemented }: ContractRow) {
  const other = supplement ?? supplemented
  if (!other || contractDirection(String(category)) !== contractDirection(String(other.category))) return null
  return amountsOf(amount + BigInt(other.amount), paid + BigInt(other.paid))
}

/** A contract as GET answers it. Throws 404. */
export async function readContract(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
  reveal = false,
): Promise<Contract> {
  const rows = await loadContracts(db, context.project.id, [code])
  const [answer] = await contractAnswers(db, context, rows, reveal)
  return answer as Contract
}

/**
 * A log entry with the state before, after, or both. `numbers`: the masked fields that an update changed; the entry names
 * them, as both states may look the same.
 */
export function logEntry(
  action: 'create' | 'update' | 'delete' | 'reveal',
  { before, after, numbers = [] }: { before?: Contract; after?: Contract; numbers?: readonly string[] },
): AuditEntry {
  const { code, out_code, customer, amount_yuan } = (after ?? before) as Contract
  return {
    action,
    resource: 'contract',
    code,
    label: `${out_code} ${customer} ${amount_yuan}元`,
    before: before ? snapshot(before) : null,
    after: after ? { ...snapshot(after), ...(numbers.length > 0 && { changed_numbers: numbers }) } : null,
  }
}

/** A contract for the log, without fields that depend on time or reader: signed links, rights, and paid amounts. */
function snapshot({
  can: _,
  pay_amount_yuan: __,
  unpay_amount_yuan: ___,
  with_supplement: ____,
  scans,
  allocations,
  settled_at,
  settled_reason,
  ...contract
}: Contract) {
  return {
    ...contract,
    ...(allocations &&
      allocations.length > 0 && {
        allocations: allocations.map(({ out_code, name, amount_yuan }) => ({ out_code, name, amount_yuan })),
      }),
    ...(settled_at && { settled: true, settled_reason }),
    scans: scans.map(({ code, file_name }) => ({ code, file_name })),
  }
}
