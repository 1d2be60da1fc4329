import { sql } from 'kysely'
import { LEDGERS } from '../../ledgers.ts'
import type { Tx } from '../../platform/database/database.ts'
import { nounOf } from '../../platform/ledger.ts'
import { usesNames } from '../../platform/lists/uses.ts'
import type { Uses } from './rules.ts'

/**
 * The first of these contracts, by number, that has records booked on it or a link to a supplement, with these uses; undefined if there is none.
 * The contracts must be locked, so that no further use is added before the commit.
 */
export async function usesOf(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<Uses | undefined> {
  const booking = LEDGERS.flatMap((ledger) => (ledger.contract ? [{ ledger, ...ledger.contract }] : []))
  const used = { column: 'contract_id', id: sql`k.id` } as const
  const { rows } = await sql<{ contract: string; partner: string | null } & Record<string, string[]>>`
    select * from (
      select k.out_code as contract,
        ${sql.join(
          booking.map(
            ({ ledger, ...line }) =>
              sql`${usesNames(ledger, line, projectId, used)} as ${sql.ref(ledger.resource)}`,
          ),
        )},
        (select o.out_code from contract_supplements own
          join contract_supplements b on b.project_id = ${projectId} and b.main_id = own.main_id and b.contract_id <> k.id
          join contracts o on o.project_id = ${projectId} and o.id = b.contract_id
          where own.project_id = ${projectId} and own.contract_id = k.id) as partner
      from contracts k where k.project_id = ${projectId} and k.id = any(${ids})) used
    where used.partner is not null or ${sql.join(
      booking.map(({ ledger }) => sql`used.${sql.ref(ledger.resource)} <> '{}'`),
      sql` or `,
    )}
    order by used.contract limit 1`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { contract, partner, ...names } = row
  return {
    contract,
    partner,
    booked: booking
      .map(({ ledger, direction }) => ({
        noun: nounOf(ledger),
        direction,
        names: names[ledger.resource] ?? [],
      }))
      .filter(({ names }) => names.length > 0),
  }
}
