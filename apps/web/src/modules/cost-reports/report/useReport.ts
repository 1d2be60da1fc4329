import type { CostReport, CostReportRow } from '@pianzhang/contract/cost-report'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { usePreference } from '../../../platform/session/preferences.ts'
import { useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { reportQuery } from '../api.ts'
import { withDrafts, withRows } from '../figures.ts'
import { orderOf, type Sorting, shownRows, toggled } from '../tree.ts'
import { draftsOver, useEstimates } from './useEstimates.ts'

/** Subjects unfolded, remembered for each person. */
const OPEN = 'cost-report.open'
const NONE: string[] = []

/**
 * The report with what is typed on the page: subjects of level one, those that are open with all below them, the total. A subject of level one
 * that is open shows the figures of its own answer, and the total moves by the difference, so that rows and total always add up.
 */
export function useReport(as_of: string | undefined, sorting: Sorting) {
  const query = useQuery(reportQuery(as_of))
  const { data } = query
  const [open, setOpen] = usePreference<string[]>(OPEN, NONE)
  const opened = (data?.items ?? []).filter((row) => row.has_children && open.includes(row.out_code))
  const answers = useQueries({
    queries: opened.map(({ code }) => reportQuery(as_of, code)),
  })
  const parts = useStable(
    opened.flatMap(({ code }, index) => {
      const items = answers[index]?.data?.items
      return items && items.length > 0 ? [{ code, items }] : []
    }),
  )

  const tops = useRef(new Map<string, string>())
  tops.current = new Map(parts.flatMap(({ code, items }) => items.map((row) => [row.code, code])))
  const topOf = useCallback((row: CostReportRow) => tops.current.get(row.code) ?? row.code, [])
  const estimates = useEstimates(as_of, topOf)
  useUnsavedGuard(estimates.isUnsaved)

  const { entries } = estimates
  const shown = useMemo(() => data && overlay(data, parts, entries), [data, parts, entries])

  // Rows keep their places while amounts are typed, until the report is opened or sorted anew.
  const codes = shown?.rows.map(({ code }) => code).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order depends on which rows there are, not on their amounts
  const order = useMemo(() => orderOf(shown?.rows ?? [], sorting), [codes, sorting, data?.as_of])
  const isOpen = (row: { out_code: string; has_children: boolean }) =>
    row.has_children && open.includes(row.out_code)
  return {
    query,
    data,
    total: shown?.total,
    rows: shown && shownRows(shown.rows, order, isOpen),
    isOpen,
    onToggle: (row: { out_code: string }) => setOpen(toggled(open, row.out_code)),
    estimates,
  }
}

interface Part {
  code: string
  items: readonly CostReportRow[]
}

/** The same array while its answers are the same. */
function useStable(parts: readonly Part[]): readonly Part[] {
  const kept = useRef(parts)
  const same =
    kept.current.length === parts.length &&
    kept.current.every((one, index) => one.items === parts[index]?.items)
  if (!same) kept.current = parts
  return kept.current
}

function overlay(data: CostReport, parts: readonly Part[], entries: Parameters<typeof draftsOver>[0]) {
  const before: CostReportRow[] = []
  const after: CostReportRow[] = []
  const below: CostReportRow[] = []
  const tops = new Map<string, CostReportRow>()
  for (const { code, items } of parts) {
    const old = data.items.find((row) => row.code === code)
    const rows = withDrafts(items, draftsOver(entries, items))
    const top = rows.find((row) => row.code === code)
    if (!old || !top) continue
    before.push(old)
    after.push(top)
    tops.set(code, top)
    below.push(...rows.filter((row) => row.code !== code))
  }
  return {
    rows: [...data.items.map((row) => tops.get(row.code) ?? row), ...below],
    total: withRows(data.total, before, after),
  }
}
