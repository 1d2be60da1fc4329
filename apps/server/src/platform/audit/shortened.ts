import { COUNTED } from '@pianzhang/contract/audit-logs'
import { type RawBuilder, sql } from 'kysely'

/**
 * `before` or `after` of an entry `a`. In a state of more than `most` bytes as JSON (a payment of a thousand lines) each list is replaced by the
 * number of its items, under `COUNTED`, so that the size of a page is bounded.
 */
export function shortened(state: 'before' | 'after', most: number): RawBuilder<unknown> {
  const fields = sql.ref(`a.${state}`)
  return sql`case when octet_length(${fields}::text) <= ${most}::int4 then ${fields} else (
    select jsonb_object_agg(f.key, case jsonb_typeof(f.value)
      when 'array' then jsonb_build_object(${COUNTED}::text, jsonb_array_length(f.value)) else f.value end)
    from jsonb_each(${fields}) f) end`
}
