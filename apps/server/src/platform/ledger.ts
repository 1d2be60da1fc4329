import { type Model, RESOURCES } from '@pianzhang/contract/permissions'
import type { Database } from './database/schema.ts'

type Table = keyof Database

/** A table whose rows refer to another record. `record`: in a table of parts, the column with the id of the ledger's record; else null. */
export interface Reference {
  table: Table
  record: string | null
}

/** `column`: where it is not `subject_id`. */
export type SubjectReference = Reference & { column?: 'from_id' | 'to_id' }

/**
 * The facts about a ledger, which is one kind of record of a project; no behaviour. Links of files, uses of subjects and contracts, backup,
 * checks and change notices are derived from the list of all ledgers, `ledgers.ts`.
 */
export interface Ledger {
  /** The model of the rights to its records; the model's Chinese noun also names the records. */
  resource: Model
  /** Its records. */
  table: Table
  /** Its other tables, and the noun of one row each. */
  parts: Partial<Record<Table, string>>
  /** The columns that name a record to people; null: messages count the records instead. */
  label: readonly string[] | null
  /** Where its records refer to subjects: a subject in use is not deleted. */
  subjects: readonly SubjectReference[]
  /** Where its records refer to contracts (`contract_id`), and their direction: a contract in use is not deleted and keeps its direction. */
  contract: (Reference & { direction: 'in' | 'out' }) | null
  /** The table of the types that its records have, and the column with the type: a type in use is not deleted. */
  type: (Reference & { of: Table; column: string }) | null
  /** The table of `parts` whose `attachment_id` keeps files: people who may read the records may see the files. */
  files: Table | null
  /** The other resources whose pages show sums, names or choices of its records, and must reload after a write. */
  shownIn: readonly Model[]
}

/** The noun of its records, such as 付款. */
export const nounOf = ({ resource }: Ledger): string =>
  RESOURCES.find(({ model }) => model === resource)?.name ?? resource
