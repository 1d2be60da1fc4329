import { formatInstant } from '@pianzhang/contract/calendar'
import { labelOf } from '@pianzhang/contract/lists'
import { mask } from '@pianzhang/contract/masking'
import { ID_TYPES, PAYEE_KINDS, PAYEE_SECRETS, type Payee, payeeWarnings } from '@pianzhang/contract/payees'
import { type Selectable, sql } from 'kysely'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import { checkFound } from '../../platform/http/errors.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { accountChangeOf } from './account-change.ts'

export type PayeeRow = Omit<Selectable<Database['payees']>, 'company_id' | 'search' | 'merged_into_id'>

export const payeeColumns = sql<PayeeRow>`p.id, p.code, p.version, p.name, p.kind, p.id_type, p.id_number, p.phone, p.bank_name, p.bank_code,
  p.province, p.city, p.account_name, p.account, p.resident, p.remark, p.account_changed_at, p.account_changed_by, p.creator_id, p.created_at, p.updated_at`

/** A lock of payees until the commit. `edit` waits for other edits; `close`, for deleting and merging, also for records that are saved with them. */
type Lock = 'none' | 'share' | 'edit' | 'close'
const LOCKS = {
  none: sql``,
  share: sql`for share`,
  edit: sql`for no key update`,
  close: sql`for update`,
}

/** The payees of these codes in the order of their ids, in which they are locked. Throws 404 if one is missing or was merged into another. */
export async function loadPayees(
  db: Db | Tx,
  { companyId }: Pick<PersonContext, 'companyId'>,
  codes: readonly string[],
  lock: Lock = 'none',
): Promise<PayeeRow[]> {
  const { rows } = await sql<PayeeRow>`select ${payeeColumns} from payees p
    where p.company_id = ${companyId} and p.code = ${anyOf(codes)} and p.merged_into_id is null
    order by p.id ${LOCKS[lock]}`.execute(db)
  checkFound(codes, rows)
  return rows
}

/** What this person may do with payees. */
export const canOf = (context: PersonContext) => ({
  write: context.can('payee', 'write'),
  delete: context.can('payee', 'delete'),
})

export const maskedNumber = (text: string, name: keyof typeof PAYEE_SECRETS): string =>
  mask(text, PAYEE_SECRETS[name])

/** Converts rows to answers. Numbers are masked unless `reveal`. */
export async function payeeAnswers(
  db: Db | Tx,
  context: PersonContext,
  rows: readonly PayeeRow[],
  reveal = false,
): Promise<Payee[]> {
  const created = await createdOf(db, context, rows)
  const can = { ...canOf(context), reveal: context.can('payee', 'write') }
  const shown = (text: string, name: keyof typeof PAYEE_SECRETS) => (reveal ? text : maskedNumber(text, name))
  return rows.map((row) => ({
    code: row.code,
    version: row.version,
    name: row.name,
    kind: String(row.kind),
    kind_i18n: labelOf(PAYEE_KINDS, String(row.kind)),
    id_type: row.id_type === null ? null : String(row.id_type),
    id_type_i18n: labelOf(ID_TYPES, row.id_type === null ? null : String(row.id_type)),
    id_number: shown(row.id_number, 'id_number'),
    phone: shown(row.phone, 'phone'),
    bank_name: row.bank_name,
    bank_code: row.bank_code,
    province: row.province,
    city: row.city,
    account_name: row.account_name,
    account: shown(row.account, 'account'),
    resident: row.resident,
    remark: row.remark,
    warnings: payeeWarnings(row),
    account_change: accountChangeOf(row, context.now),
    ...created(row),
    updated_at: formatInstant(row.updated_at),
    can,
  }))
}

/** A payee as GET answers it. Throws 404. */
export async function readPayee(
  db: Db | Tx,
  context: PersonContext,
  code: string,
  reveal = false,
): Promise<Payee> {
  const [answer] = await payeeAnswers(db, context, await loadPayees(db, context, [code]), reveal)
  return answer as Payee
}

interface States {
  before?: Payee
  after?: Payee
  /** The masked fields that an update changed, as both states may look the same. */
  numbers?: readonly string[]
}

/** A log entry with the state before, after, or both; the states are answers with masked numbers. */
export function logEntry(
  action: 'create' | 'update' | 'delete' | 'reveal',
  { before, after, numbers = [] }: States,
): AuditEntry {
  const { code, name } = (after ?? before) as Payee
  return {
    action,
    resource: 'payee',
    code,
    label: name,
    before: before ? snapshot(before) : null,
    after: after ? { ...snapshot(after), ...(numbers.length > 0 && { changed_numbers: numbers }) } : null,
  }
}

/** A payee for the log, without what depends on time or reader. */
const snapshot = ({ can: _, warnings: __, account_change: ___, ...payee }: Payee) => payee
