import type { CostReportRow, Estimate, TypedEstimate } from '@pianzhang/contract/cost-report'
import { FAILURES } from '@pianzhang/contract/errors'
import { useCallback, useMemo, useRef, useState } from 'react'
import { ApiError, api } from '../../../platform/api/api.ts'
import { newKey } from '../../../platform/api/unanswered.ts'
import { queryClient } from '../../../platform/query.ts'
import { BASE, reportChanged, reportQuery } from '../api.ts'
import { type Draft, draftOf, sameDraft } from '../figures.ts'
import { type Step, withoutStep, withoutSubject, withStep } from './steps.ts'

/** An estimate that was typed here. It covers the server's until the server's is as new. */
export interface Entry {
  row: CostReportRow
  draft: Draft
  state: 'typing' | 'saving' | 'saved' | 'failed' | 'conflict'
  /** The version that the server has after the save. */
  version?: number
  /** Why it could not be saved. */
  why?: string
  /** What a colleague saved meanwhile. */
  theirs?: TypedEstimate | null
  /** What the server has where it could not be saved: to that an undo goes back after another try. */
  before?: Draft
}

/**
 * Estimates typed on the page, by subject: shown at once, saved one after the other for each subject, kept when a save fails.
 * `topOf`: the subject of level one above a row.
 */
export function useEstimates(as_of: string | undefined, topOf: (row: CostReportRow) => string) {
  const [entries, setEntries] = useState<ReadonlyMap<string, Entry>>(new Map())
  const [steps, setSteps] = useState<readonly Step[]>([])
  const latest = useRef(entries)
  /** The newest version of each subject that this page has seen in an answer to its own saves. */
  const versions = useRef(new Map<string, number>())
  const queues = useRef(new Map<string, Promise<void>>())

  const put = useCallback((code: string, entry: Entry | undefined) => {
    const next = new Map(latest.current)
    if (entry) next.set(code, entry)
    else next.delete(code)
    latest.current = next
    setEntries(next)
  }, [])

  const save = useCallback(
    (row: CostReportRow, draft: Draft, begun: number, step?: Step) => {
      const { code } = row
      const entry: Entry = { row, draft, state: 'saving' }
      put(code, entry)
      /** A later edit of the same subject has replaced this one. */
      const isCurrent = () => latest.current.get(code) === entry
      const run = async () => {
        const version = Math.max(begun, versions.current.get(code) ?? 0)
        try {
          const { data } = await api.put<Estimate>(
            `${BASE}/estimates/${encodeURIComponent(code)}`,
            { mode: draft.mode, amount: draft.amount_yuan, remark: draft.remark, version },
            { idempotencyKey: newKey(), handled: true },
          )
          versions.current.set(code, data.version)
          if (isCurrent()) put(code, { ...entry, state: 'saved', version: data.version })
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const stale = error.code === FAILURES.stale.code
          // The failure of this call is reported by itself; the entry then says only that the save failed.
          const theirs = stale ? await readTheirs(as_of, topOf(row), code).catch(() => undefined) : undefined
          if (stale) setSteps((old) => withoutSubject(old, code))
          else if (step) setSteps((old) => withoutStep(old, step.id))
          // The later edit is told of the colleague's by its own save.
          if (!isCurrent()) return
          if (theirs) versions.current.set(code, theirs.version)
          if (theirs && sameDraft(draftOf(theirs), draft)) return put(code, undefined)
          put(code, {
            ...entry,
            ...(theirs
              ? { state: 'conflict', theirs, before: draftOf(theirs) }
              : { state: 'failed', why: error.message, ...(step && { before: step.before }) }),
          })
        }
        await reportChanged()
      }
      queues.current.set(code, (queues.current.get(code) ?? Promise.resolve()).then(run))
    },
    [as_of, put, topOf],
  )

  /** Shows what is being typed; null: nothing that can be worked out. */
  const type = useCallback(
    (row: CostReportRow, draft: Draft | null) => {
      const old = latest.current.get(row.code)
      if (draft) put(row.code, { ...(old ?? { row }), row: old?.row ?? row, draft, state: 'typing' })
      else if (old?.state === 'typing') put(row.code, undefined)
    },
    [put],
  )

  /** `begun`: the version that was shown when the person began to type. */
  const commit = useCallback(
    (row: CostReportRow, before: Draft, draft: Draft, begun: number) => {
      const step = { id: newKey(), row, before: latest.current.get(row.code)?.before ?? before }
      setSteps((old) => withStep(old, step))
      save(row, draft, begun, step)
    },
    [save],
  )

  const undo = useCallback(() => {
    const step = steps.at(-1)
    if (!step) return
    setSteps(steps.slice(0, -1))
    save(step.row, step.before, 0)
  }, [steps, save])

  /** Saves an entry again: after a failure, or over a colleague's. */
  const again = useCallback(
    ({ row, draft, before }: Entry) => {
      const version = versions.current.get(row.code) ?? row.estimate?.version ?? 0
      if (before) commit(row, before, draft, version)
      else save(row, draft, version)
    },
    [commit, save],
  )
  /** Takes what the server has. */
  const drop = useCallback((entry: Entry) => put(entry.row.code, undefined), [put])

  const troubles = useMemo(
    () => [...entries.values()].filter(({ state }) => state === 'failed' || state === 'conflict'),
    [entries],
  )
  return {
    entries,
    troubles,
    isUnsaved: [...entries.values()].some(({ state }) => state !== 'saved'),
    canUndo: steps.length > 0,
    type,
    commit,
    undo,
    again,
    drop,
  }
}
export type Estimates = ReturnType<typeof useEstimates>

/** The estimate of a subject as the server has it now. */
async function readTheirs(
  as_of: string | undefined,
  top: string,
  code: string,
): Promise<TypedEstimate | null | undefined> {
  const { items } = await queryClient.fetchQuery({ ...reportQuery(as_of, top), staleTime: 0 })
  return items.find((one) => one.code === code)?.estimate
}

/** The entries that the rows do not show yet, as drafts. */
export function draftsOver(
  entries: ReadonlyMap<string, Entry>,
  rows: readonly CostReportRow[],
): ReadonlyMap<string, Draft> {
  const drafts = new Map<string, Draft>()
  for (const { code, estimate } of rows) {
    const entry = entries.get(code)
    if (!entry) continue
    if (entry.state === 'saved' && (estimate?.version ?? 0) >= (entry.version ?? 0)) continue
    drafts.set(code, entry.draft)
  }
  return drafts
}
