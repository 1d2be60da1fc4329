import { costReportApi } from '@pianzhang/contract/api/features'
import type { CostReportRow, TypedEstimate } from '@pianzhang/contract/cost-report'
import { FAILURES } from '@pianzhang/contract/errors'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { ApiError, read } from '../../../platform/api/api.ts'
import { newKey } from '../../../platform/api/unanswered.ts'
import { queryClient } from '../../../platform/query.ts'
import { OWN_ERROR, reportOwnError } from '../../../ui/popup/ownError.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { estimateChanged, reportQuery } from '../api.ts'
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

/** Whether leaving the page would lose one of these; what is being saved is on its way. */
export const wouldBeLost = (entries: Iterable<Pick<Entry, 'state'>>): boolean =>
  [...entries].some(({ state }) => state !== 'saving' && state !== 'saved')

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
  /** The page has been left: nobody sees its entries any more. */
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const held = useRef(0)
  const [, render] = useReducer((count: number) => count + 1, 0)
  /** Counts a cell with typed text in, however little can be worked out from it; the function that is returned counts it out. */
  const hold = useCallback(() => {
    const add = (cells: number) => {
      held.current += cells
      render()
    }
    add(1)
    return () => add(-1)
  }, [])
  /** Whether leaving the page now would lose something. */
  const loses = useCallback(() => held.current > 0 || wouldBeLost(latest.current.values()), [])

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
      const top = topOf(row)
      const entry: Entry = { row, draft, state: 'saving' }
      put(code, entry)
      /** A later edit of the same subject has replaced this one. */
      const isCurrent = () => latest.current.get(code) === entry
      const run = async () => {
        const version = Math.max(begun, versions.current.get(code) ?? 0)
        try {
          const data = await read(costReportApi.saveEstimate, {
            params: { subject_code: code },
            body: { mode: draft.mode, amount: draft.amount_yuan, remark: draft.remark, version },
            idempotencyKey: newKey(),
            handled: true,
          })
          versions.current.set(code, data.version)
          if (isCurrent()) put(code, { ...entry, state: 'saved', version: data.version })
        } catch (error) {
          reportOwnError(error)
          const refused = error instanceof ApiError ? error : undefined
          const why = refused?.message ?? OWN_ERROR
          if (left.current && refused) toast.error(`${row.out_code} ${row.name} 的预计未保存：${why}`)
          const stale = refused?.code === FAILURES.stale.code
          // The failure of this call is reported by itself; the entry then says only that the save failed.
          const theirs = stale ? await readTheirs(as_of, top, code).catch(() => undefined) : undefined
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
              : { state: 'failed', why, ...(step && { before: step.before }) }),
          })
        }
        await estimateChanged(top)
      }
      // An error of the page itself is reported and does not keep later edits from being saved.
      queues.current.set(
        code,
        (queues.current.get(code) ?? Promise.resolve()).then(run).catch(reportOwnError),
      )
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

  const cells = useMemo(() => ({ type, commit, hold }), [type, commit, hold])
  const troubles = useMemo(
    () => [...entries.values()].filter(({ state }) => state === 'failed' || state === 'conflict'),
    [entries],
  )
  return {
    entries,
    troubles,
    loses,
    isSaving: [...entries.values()].some(({ state }) => state === 'saving'),
    canUndo: steps.length > 0,
    /** What cells call; the same object on each render, so that rows that did not change are not rendered again. */
    cells,
    undo,
    again,
    drop,
  }
}
export type Estimates = ReturnType<typeof useEstimates>
export type EstimateCells = Estimates['cells']

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
