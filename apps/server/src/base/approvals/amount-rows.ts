import { sql } from 'kysely'

/** Rows `a` of what request `r` pays, by what its lines name: no body is read for them. */
export const amountRows = sql`jsonb_to_recordset(r.amounts) as a(subject text, contract text, instalment text, type bigint, voucher smallint,
  invoiced boolean, marked boolean, lines int4, amount bigint, paying_lines int4, paying bigint)`
