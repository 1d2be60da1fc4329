import type { CostReportRow } from '@pianzhang/contract/cost-report'

/** The rows that an issued report had. The page also lists subjects with later figures, which have no estimate of that time. */
export function rowsAtIssue<R extends CostReportRow>(rows: readonly R[]): readonly R[] {
  const parents = new Map(rows.map(({ code, parent_code }) => [code, parent_code]))
  const had = new Set<string>()
  for (const { code, estimate } of rows)
    if (estimate) for (let at: string | null = code; at !== null; at = parents.get(at) ?? null) had.add(at)
  return rows.filter(({ code }) => had.has(code))
}
