import { type Model, RESOURCES } from '@pianzhang/contract/permissions'
import type { Database } from './database/schema.ts'

type Table = keyof Database

/** A table with a column that names another record; `record`: its column with the id of the ledger's record, if it is a table of parts. */
export interface Reference {
  table: Table
  record: string | null
}

/**
 * The facts of a ledger: of a kind of record of a project. They hold no behaviour. What follows from them (links of files, uses of subjects and
 * contracts, backup, checks, change notices) is derived from the list of all of them, `modules/ledgers.ts`.
 */
export interface Ledger {
  /** Its name among the rights; its Chinese noun is that of the right. */
  resource: Model
  /** Its records. */
  table: Table
  /** Its other tables, and the noun of one row each. */
  parts: Partial<Record<Table, string>>
  /** The columns that name a record to people; null: they are counted, not named. */
  label: readonly string[] | null
  /** Where it books on subjects (`subject_id`): those are not deleted while it does. */
  subject: Reference | null
  /** Where it books on contracts (`contract_id`), and of which direction they must be: those are not deleted or turned round while it does. */
  contract: (Reference & { direction: 'in' | 'out' }) | null
  /** The types of which its records have one, and the column: those in use are not deleted. */
  type: (Reference & { of: Table; column: string }) | null
  /** The table of `parts` whose `attachment_id` keeps files: who may read its records may see them. */
  files: Table | null
  /** The other resources whose pages show sums, names or choices of its records, and must reload after a write. */
  shownIn: readonly Model[]
}

/** The noun of its records, such as 付款. */
export const nounOf = ({ resource }: Ledger): string =>
  RESOURCES.find(({ model }) => model === resource)?.name ?? resource
