import type { CostReport, CostReportRow } from '@pianzhang/contract/cost-report'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { usePreference } from '../../../platform/session/preferences.ts'
import { isSamePage, useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { askDiscard } from '../../../ui/popup/confirm.tsx'
import { reportQuery } from '../api.ts'
import { withDrafts, withRows } from '../figures.ts'
import { orderOf, type Sorting, shownRows, toggled } from '../tree.ts'
import { draftsOver, type Estimates, useEstimates } from './useEstimates.ts'

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
  // Those of subjects that were folded since stay: an estimate may be saved once more.
  for (const { code, items } of parts) for (const row of items) tops.current.set(row.code, code)
  const topOf = useCallback((row: CostReportRow) => tops.current.get(row.code) ?? row.code, [])
  const estimates = useEstimates(as_of, topOf)
  useLeaving(estimates)

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

/** Asks before typing is lost. Leaving a cell saves it, so leaving the page does; what cannot be read or saved is asked for. */
function useLeaving({ loses, isSaving }: Pick<Estimates, 'loses' | 'isSaving'>): void {
  const question = useCallback(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // After the cell has been rendered without its text.
    await new Promise((resolve) => setTimeout(resolve))
    return !loses() || (await askDiscard())
  }, [loses])
  useUnsavedGuard(loses(), { question, stays: isSamePage('tab') })
  // A save goes on while one is elsewhere on the page, and not when the tab is closed.
  useEffect(() => {
    if (!isSaving) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSaving])
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
