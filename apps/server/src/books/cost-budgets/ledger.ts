import type { Ledger } from '../../platform/ledger.ts'

export const COST_BUDGETS = {
  resource: 'cost_budget',
  table: 'cost_budgets',
  parts: { cost_budget_episodes: '集数' },
  label: null,
  subjects: [{ table: 'cost_budgets', record: null }],
  contract: null,
  type: null,
  files: null,
  shownIn: ['overview', 'cost_report', 'budget_version'],
} as const satisfies Ledger
