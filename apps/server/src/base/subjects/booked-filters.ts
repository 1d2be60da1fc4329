import { NO_VOUCHER_CATEGORY } from '@pianzhang/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import { listedCodes } from '../../platform/lists/listed-values.ts'

/** SQL condition that `column` has one of these voucher types; code `0` matches records without a voucher type. */
export function withVoucher(column: RawBuilder<unknown>, codes: readonly string[]): RawBuilder<unknown> {
  const one = sql`${column} = any(${listedCodes(codes)}::smallint[])`
  return codes.includes(NO_VOUCHER_CATEGORY.code) ? sql`(${one} or ${column} is null)` : one
}
