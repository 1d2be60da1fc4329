import { startOfDay } from '@pianzhang/contract/calendar'
import { plainAccount, plainNumber, plainPhone } from '@pianzhang/contract/numbers'
import type { PayeeFilters } from '@pianzhang/contract/payees'
import { searchKey } from '@pianzhang/contract/pinyin-search'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../platform/database/database.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { containing } from '../../platform/lists/like.ts'
import { listedCodes } from '../../platform/lists/listed-values.ts'
import { firstMarkedDay } from './account-change.ts'

/**
 * Whether a name or one of its spellings has the keyword in it; one character only at its beginning, as two Chinese characters with the blank
 * before them have trigrams. `begins`: only at the beginning.
 */
export function found(keywords: string, begins = false): RawBuilder<unknown> {
  const key = searchKey(keywords)
  if (key === '') return sql`true`
  // A spelling begins after a blank.
  const part = begins || [...key].length === 1 ? ` ${key}` : key
  return sql`p.search like ${containing(part)}`
}

/** As `found`, by an index among all payees: two characters have no trigram, so their pair is looked up. */
function foundAmongAll(keywords: string): RawBuilder<unknown> {
  const key = searchKey(keywords)
  return [...key].length === 2 ? sql`character_pairs(p.search) @> array[${key}]::text[]` : found(keywords)
}

/**
 * Payees that a keyword names: by a part of the name, of its pinyin or initials; by a whole account, ID or phone number only, as parts would let
 * people guess a masked number digit by digit.
 */
function named(keywords: string): RawBuilder<unknown> {
  const [account, number, phone] = [plainAccount(keywords), plainNumber(keywords), plainPhone(keywords)]
  const whole = [
    ...(account === '' ? [] : [sql`p.account = ${account}`]),
    ...(number === ''
      ? []
      : [
          sql`(p.id_number <> '' and upper(p.id_number) = ${number.toUpperCase()})`,
          // Those of before the country code was left out have it.
          sql`p.phone = any(${[number, phone, `+86${phone}`]}::text[])`,
        ]),
  ]
  return sql`(${sql.join([foundAmongAll(keywords), ...whole], sql` or `)})`
}

/** The filters of the list as a condition on payee `p`, for list, count and export. Unknown values match nothing. */
export function conditions(companyId: bigint, query: PayeeFilters, now: Date): RawBuilder<unknown> {
  const where: Conditions = [sql`p.company_id = ${companyId} and p.merged_into_id is null`]
  if (query.keywords) where.push(named(query.keywords))
  if (query.kinds.length > 0) where.push(sql`p.kind = any(${listedCodes(query.kinds)}::smallint[])`)
  if (query.account_changed !== undefined) {
    const since = startOfDay(firstMarkedDay(now))
    where.push(
      sql`coalesce(p.account_changed_at >= ${since}::timestamptz, false) = ${query.account_changed === '1'}`,
    )
  }
  if (query.without_account !== undefined)
    where.push(sql`(p.account = '') = ${query.without_account === '1'}`)
  if (query.codes.length > 0) where.push(sql`p.code = ${anyOf(query.codes)}`)
  return filtered(where)
}
