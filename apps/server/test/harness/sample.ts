/** Codes of records that others name. */
export interface References {
  subject: string
  /** A contract of expense, and one of income. */
  contract: string
  incoming: string
  invoice: string | null
  /** An uploaded picture. */
  file: string
  paymentType: string
  investmentType: string
  /** A person with an ID number; null without the feature. */
  payee: string | null
}

/** What the tests of all routes need to know of a ledger besides its facts. */
export interface LedgerSample {
  /** Where its records are, if not at its table's name. */
  path?: string
  /** A valid body with `text` in its texts, some of which are unique. */
  body(references: References, text: string): Record<string, unknown>
  /** Its fields of free text that an export shows. */
  exported: readonly string[]
  /** Whether spreadsheets of it are imported; a path, if not that of its table. */
  imported: boolean | string
  /** Paths of its exports, if not `<table>/export`. */
  exports?: readonly string[]
  /** A project has one at a time, it keeps others from being written, or it needs others: the tests of all routes make none. */
  single?: true
  /** The charts that have an export. */
  charts: readonly string[]
}
