import { startOfDay } from '@pianzhang/contract/calendar'
import { labelOf } from '@pianzhang/contract/lists'
import { NAME_PAYEES } from '@pianzhang/contract/payee-link'
import type {
  Payee,
  PayeeList,
  PayeeOptions,
  PayeeQuery,
  PayeeSelectQuery,
  PayeeShowQuery,
} from '@pianzhang/contract/payees'
import { OFFERED_PAYEES, PAYEE_KINDS } from '@pianzhang/contract/payees'
import { type RawBuilder, sql } from 'kysely'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import { plannedEachTime } from '../../platform/database/connections/prepared.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { accountChangeOf, firstMarkedDay } from './account-change.ts'
import { conditions, found } from './filters.ts'
import { canOf, logEntry, maskedNumber, payeeAnswers, payeeColumns, readPayee } from './load.ts'

/** A page of the company's payees: those whose account was changed in the last days, then the newest. */
export async function listPayees(
  db: Db,
  context: PersonContext,
  { query }: Input<unknown, PayeeQuery, unknown>,
): Promise<PayeeList> {
  const { rows, count } = await listPage(
    db,
    {
      columns: payeeColumns,
      from: sql`payees p where ${conditions(context.companyId, query, context.now)}`,
      order: sql`coalesce(account_changed_at >= ${startOfDay(firstMarkedDay(context.now))}::timestamptz, false) desc, id desc`,
    },
    query,
  )
  return { items: await payeeAnswers(db, context, rows), listTotal: count, can: canOf(context) }
}

/** With `reveal=1` the answer has numbers in full; this needs the right to write, and is logged. */
export async function showPayee(
  db: Db,
  context: PersonContext,
  { params, query }: Input<{ code: string }, PayeeShowQuery, unknown>,
): Promise<Payee> {
  if (query.reveal !== '1') return await readPayee(db, context, params.code)
  if (!context.can('payee', 'write')) throw new Failure('forbidden')
  return await inTransaction(db, async (tx) => {
    const shown = await readPayee(tx, context, params.code, true)
    // The entry has no state, as the full numbers must not get into the log.
    await audit(tx, ofCompany(context), { ...logEntry('reveal', { after: shown }), after: null })
    return shown
  })
}

/** What a picker may offer: for those who may see payees, and those who enter records that name one. */
const mayPick = (context: PersonContext): boolean =>
  context.can('payee', 'read') || NAME_PAYEES.some((model) => context.can(model, 'write'))

interface Offered {
  code: string
  name: string
  kind: number
  bank_name: string
  account: string
  account_changed_at: Date | null
  account_changed_by: string
}

/**
 * The first payees that a keyword names, newest first, those whose name, pinyin or initials begin so before the others. `codes`: those that are
 * chosen. Both parts end at their limit, so that a keyword which most names have reads twenty rows and not all.
 */
export async function selectPayees(
  db: Db,
  context: PersonContext,
  { query }: Input<unknown, PayeeSelectQuery, unknown>,
): Promise<PayeeOptions> {
  if (!mayPick(context)) throw new Failure('forbidden')
  const filters = {
    keywords: query.keywords,
    kinds: [],
    account_changed: undefined,
    without_account: undefined,
    codes: query.codes,
  }
  const limit = query.codes.length > 0 ? query.codes.length : OFFERED_PAYEES
  const matching = (
    more: RawBuilder<unknown>,
  ) => sql`(select p.code, p.name, p.kind, p.bank_name, p.account, p.account_changed_at, p.account_changed_by
    from payees p where ${plannedEachTime} ${conditions(context.companyId, filters, context.now)} and ${more} order by p.id desc limit ${limit})`
  const begins = found(query.keywords ?? '', true)
  const { rows } = await sql<Offered>`select f.* from (
    ${matching(begins)} union all ${matching(sql`not ${begins}`)}) f limit ${limit}`.execute(db)
  return {
    items: rows.map((row) => ({
      value: row.code,
      label: row.name,
      kind_i18n: labelOf(PAYEE_KINDS, String(row.kind)),
      bank_name: row.bank_name,
      account: maskedNumber(row.account, 'account'),
      account_change: accountChangeOf(row, context.now),
    })),
    listTotal: rows.length,
  }
}
