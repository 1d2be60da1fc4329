import type { Ledger } from '../../platform/ledger.ts'

export const BUDGET_VERSIONS = {
  resource: 'budget_version',
  table: 'budget_versions',
  parts: { budget_version_rows: '预算版本行', budget_locks: '预算锁定', budget_moves: '预算调剂' },
  label: ['name'],
  subjects: [
    { table: 'budget_version_rows', record: 'version_id' },
    { table: 'budget_moves', record: 'version_id', column: 'from_id' },
    { table: 'budget_moves', record: 'version_id', column: 'to_id' },
  ],
  contract: null,
  type: null,
  files: null,
  shownIn: ['cost_report', 'cost_budget', 'overview'],
} as const satisfies Ledger
