import { NO_VOUCHER_CATEGORY } from '@pianzhang/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import { listedCodes } from '../../platform/lists/listed-values.ts'

/** SQL condition that `column`, a voucher type, is one of these; `0`: there is none. */
export function withVoucher(column: RawBuilder<unknown>, codes: readonly string[]): RawBuilder<unknown> {
  const one = sql`${column} = any(${listedCodes(codes)}::smallint[])`
  return codes.includes(NO_VOUCHER_CATEGORY.code) ? sql`(${one} or ${column} is null)` : one
}
