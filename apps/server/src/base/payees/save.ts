import type { FieldError } from '@pianzhang/contract/errors'
import {
  ACCOUNT_FIELDS,
  type AccountField,
  PAYEE_FIELDS,
  type Payee,
  type PayeeBody,
  type PayeeUpdate,
} from '@pianzhang/contract/payees'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { checkVersion, invalid } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { completed, fieldsIn, inserts } from '../../platform/lists/records.ts'
import { lastAccounts } from './last-accounts.ts'
import { loadPayees, logEntry, type PayeeRow, payeeAnswers, readPayee } from './load.ts'
import { announce } from './notices.ts'
import { searchTextOf } from './pinyin.ts'
import type { PayeeRules } from './rule.ts'

/** Who adds payees, of which company, and when. */
interface PayeeOwner {
  companyId: bigint
  userId: bigint
  userName: string
  now: Date
}

export const SAME: FieldError = { field: 'name', message: '已有同名且账号相同的收款人' }

/** Adds a payee. If two people add the same at once, the unique index stops the second, and the rules refuse it in words. */
export async function createPayee(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, PayeeBody>,
): Promise<Payee> {
  const [added] = await insertPayees(tx, context, [body])
  const saved = await readPayee(tx, context, (added as { code: string }).code)
  await audit(tx, ofCompany(context), logEntry('create', { after: saved }))
  announce(tx, context, 'create')
  return saved
}

/** Inserts payees and the first entries of their accounts' history; an import uses it too and logs itself. Throws 422 if one of them exists. */
export async function insertPayees(
  tx: Tx,
  owner: PayeeOwner,
  bodies: readonly PayeeBody[],
): Promise<{ id: bigint; code: string; name: string; account: string }[]> {
  const same = await samePayees(tx, owner.companyId, bodies)
  if (bodies.some((body) => same.has(keyOf(body)))) throw invalid([SAME])
  const added: { id: bigint; code: string; name: string; account: string }[] = []
  const rows = bodies.map((body) => ({
    ...columnsOf(body),
    code: newCode(),
    company_id: owner.companyId,
    account_changed_at: null,
    merged_into_id: null,
    creator_id: owner.userId,
    created_at: owner.now,
    updated_at: owner.now,
  }))
  for (const part of inserts(rows))
    added.push(
      ...(await tx.insertInto('payees').values(part).returning(['id', 'code', 'name', 'account']).execute()),
    )
  await noteChanges(
    tx,
    owner,
    added
      .filter(({ account }) => account !== '')
      .map(({ id, account }) => ({
        payee_id: id,
        field: 'account' as const,
        before: '',
        after: account,
      })),
  )
  return added
}

export const keyOf = ({ name, account }: { name: string; account: string }): string => `${account} ${name}`

/** The ids of existing payees of the same name and account, by `keyOf`. */
async function samePayees(
  tx: Tx,
  companyId: bigint,
  bodies: readonly { name: string; account: string }[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx
    .selectFrom('payees')
    .select(['id', 'name', 'account'])
    .where('company_id', '=', companyId)
    .where('merged_into_id', 'is', null)
    .where('name', '=', anyOf([...new Set(bodies.map(({ name }) => name))]))
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}

/** Replaces the fields that the body has; absent optional fields, such as masked numbers, stay as they are stored. */
export async function updatePayee(
  tx: Tx,
  context: PersonContext,
  rules: PayeeRules,
  { params, body }: Input<{ code: string }, unknown, PayeeUpdate>,
): Promise<Payee> {
  const [row] = (await loadPayees(tx, context, [params.code], 'edit')) as [PayeeRow]
  const { version, ...given } = body
  const fields = completed(given, storedOf(row))
  const same = (await samePayees(tx, context.companyId, [fields])).get(keyOf(fields))
  if (same !== undefined && same !== row.id) throw invalid([SAME])
  checkVersion(version, row.version)
  const named = { ...row, ...columnsOf(fields) }
  for (const { updating } of rules) await updating?.(tx, context, row, named)
  const [before] = await payeeAnswers(tx, context, [row])
  const changed = (Object.keys(ACCOUNT_FIELDS) as AccountField[]).filter((name) => fields[name] !== row[name])
  // A first account, or a removed one, is no change that a payment could be led astray by.
  const isMarked =
    changed.includes('account') &&
    fields.account !== '' &&
    (await lastAccounts(tx, context.companyId, [row]))(row).some((last) => last !== fields.account)
  await tx
    .updateTable('payees')
    .set({
      ...columnsOf(fields),
      version: row.version + 1,
      updated_at: context.now,
      ...(isMarked && { account_changed_at: context.now, account_changed_by: context.userName }),
    })
    .where('company_id', '=', context.companyId)
    .where('id', '=', row.id)
    .execute()
  if (changed.length > 0 || fields.name !== row.name)
    for (const { renamed } of rules) await renamed?.(tx, context, row.id)
  await noteChanges(
    tx,
    context,
    // The newest is shown first: the account before the bank.
    changed.reverse().map((field) => ({ payee_id: row.id, field, before: row[field], after: fields[field] })),
  )
  const saved = await readPayee(tx, context, params.code)
  const numbers = NUMBERS.filter((name) => fields[name] !== row[name])
  await audit(tx, ofCompany(context), logEntry('update', { before: before as Payee, after: saved, numbers }))
  announce(tx, context, 'update')
  return saved
}

const NUMBERS = ['id_number', 'phone', 'account'] as const

const storedOf = (row: PayeeRow) => ({
  ...fieldsIn(row, PAYEE_FIELDS),
  kind: String(row.kind) as PayeeBody['kind'],
  id_type: (row.id_type === null ? null : String(row.id_type)) as PayeeBody['id_type'],
})

const columnsOf = (body: PayeeBody) => ({
  ...fieldsIn(body, PAYEE_FIELDS),
  kind: Number(body.kind),
  id_type: body.id_type === null ? null : Number(body.id_type),
  search: searchTextOf(body.name),
})

interface ChangedField {
  payee_id: bigint
  field: AccountField
  before: string
  after: string
}

/** Adds to the history of accounts, which a page of a payee shows. */
export async function noteChanges(
  tx: Tx,
  { companyId, userId, userName, now }: PayeeOwner,
  changes: readonly ChangedField[],
): Promise<void> {
  for (const part of inserts(changes))
    await tx
      .insertInto('payee_account_changes')
      .values(
        part.map((change) => ({
          ...change,
          company_id: companyId,
          user_id: userId,
          user_name: userName,
          changed_at: now,
        })),
      )
      .execute()
}
