import {
  type CostReportRow,
  type CostReportSums,
  type EstimateMode,
  finalCost,
  type TypedEstimate,
} from '@pianzhang/contract/cost-report'
import { type Fen, fenOf, yuan } from '@pianzhang/contract/money'

/** What a person says of a subject of level three. `amount_yuan` null: by the rule. */
export interface Draft {
  mode: EstimateMode
  amount_yuan: string | null
  remark: string
}

const AUTO: Draft = { mode: 'auto', amount_yuan: null, remark: '' }
export const draftOf = (estimate: TypedEstimate | null): Draft =>
  estimate ? { mode: estimate.mode, amount_yuan: estimate.amount_yuan, remark: estimate.remark } : AUTO
export const sameDraft = (one: Draft, other: Draft): boolean =>
  one.mode === other.mode && one.amount_yuan === other.amount_yuan && one.remark === other.remark

/** How far the figures move that follow from estimates; the variance moves as the final cost does. */
interface Move {
  etc: Fen
  efc: Fen
}

const MOVING = ['etc_yuan', 'efc_yuan', 'variance_yuan'] as const
const isStill = ({ etc, efc }: Move): boolean => etc === 0n && efc === 0n

/** The figures moved. */
export function moved<S extends CostReportSums>(sums: S, move: Move): S {
  if (isStill(move)) return sums
  return {
    ...sums,
    etc_yuan: yuan(fenOf(sums.etc_yuan) + move.etc),
    efc_yuan: yuan(fenOf(sums.efc_yuan) + move.efc),
    variance_yuan: yuan(fenOf(sums.variance_yuan) + move.efc),
  }
}

/** A row of level three with another estimate, worked out by the rule of the server. */
export function estimated(row: CostReportRow, draft: Draft): CostReportRow {
  const { etc, efc, variance } = finalCost({
    budget: fenOf(row.budget_yuan),
    spent: fenOf(row.spent_yuan),
    committed: fenOf(row.committed_yuan),
    mode: draft.mode,
    amount: draft.amount_yuan === null ? null : fenOf(draft.amount_yuan),
  })
  const { estimate } = row
  const sameAmount = estimate?.mode === draft.mode && estimate.amount_yuan === draft.amount_yuan
  return {
    ...row,
    etc_yuan: yuan(etc),
    efc_yuan: yuan(efc),
    variance_yuan: yuan(variance),
    estimate: {
      version: estimate?.version ?? 0,
      ...draft,
      // An amount is measured from the cost and commitments of the moment of its save.
      moved_yuan: sameAmount ? estimate.moved_yuan : '0.00',
    },
  }
}

/** The rows of a subject of level one with these estimates, by code: the subjects above them move along. */
export function withDrafts(
  rows: readonly CostReportRow[],
  drafts: ReadonlyMap<string, Draft>,
): readonly CostReportRow[] {
  const moves = new Map<string, Move>()
  const parents = new Map(rows.map(({ code, parent_code }) => [code, parent_code]))
  const own = new Map<string, CostReportRow>()
  for (const row of rows) {
    const draft = drafts.get(row.code)
    if (!draft) continue
    const next = estimated(row, draft)
    own.set(row.code, next)
    const etc = fenOf(next.etc_yuan) - fenOf(row.etc_yuan)
    const efc = fenOf(next.efc_yuan) - fenOf(row.efc_yuan)
    for (let above = row.parent_code; above !== null; above = parents.get(above) ?? null) {
      const old = moves.get(above) ?? { etc: 0n, efc: 0n }
      moves.set(above, { etc: old.etc + etc, efc: old.efc + efc })
    }
  }
  if (own.size === 0) return rows
  return rows.map((row) => {
    const move = moves.get(row.code)
    return own.get(row.code) ?? (move ? moved(row, move) : row)
  })
}

/** The sums after some of their rows were replaced: `before` and `after` are the same subjects. */
export function withRows<S extends CostReportSums>(
  sums: S,
  before: readonly CostReportSums[],
  after: readonly CostReportSums[],
): S {
  const total = (rows: readonly CostReportSums[], figure: (typeof AMOUNTS)[number]): Fen =>
    rows.reduce((sum, row) => sum + fenOf(row[figure]), 0n)
  const changed = Object.fromEntries(
    AMOUNTS.map((figure) => [
      figure,
      yuan(fenOf(sums[figure]) - total(before, figure) + total(after, figure)),
    ]),
  )
  return { ...sums, ...changed }
}
const AMOUNTS = ['budget_yuan', 'period_yuan', 'spent_yuan', 'committed_yuan', ...MOVING] as const

/** Whether a cost in the end was typed that is below what was spent and committed already, so that it cannot hold. */
export const isTooLow = ({ estimate, efc_yuan }: CostReportRow): boolean =>
  estimate?.mode === 'efc' && estimate.amount_yuan !== null && fenOf(estimate.amount_yuan) < fenOf(efc_yuan)

export const isOver = ({ variance_yuan }: Pick<CostReportSums, 'variance_yuan'>): boolean =>
  fenOf(variance_yuan) > 0n
