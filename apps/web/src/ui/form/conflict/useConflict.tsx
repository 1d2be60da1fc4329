import { FAILURES } from '@pianzhang/contract/errors'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { ApiError } from '../../../platform/api/api.ts'
import { formatMinute } from '../../time.ts'
import { ConflictNotice, GoneNotice, OwnNotice, StaleNotice } from './ConflictNotice.tsx'
import {
  type ConflictReport,
  isSame,
  keptOf,
  keyOf,
  type MergeField,
  mergeEdits,
  overwritten,
  pick,
  reportOf,
  sideOf,
  storedOf,
  withEntries,
} from './merge.ts'

interface Versioned {
  version: number
  updated_at?: string
}

/** The record being edited, which a colleague may save meanwhile. */
export interface Edited<R, V> {
  /** The version that the form was opened with. */
  record: R
  /** Reads the current version; undefined: the record was deleted. */
  latest: () => Promise<R | undefined>
  /** Called with each newer version, so that the form's options include what it refers to. */
  onLatest?: (latest: R) => void
  valuesOf: (record: R) => V
  fields: readonly MergeField<V>[]
}

interface Form<V> {
  read: () => V
  write: (values: Partial<V>) => void
}

interface Met<R, V> {
  latest: R
  /** What this person filled in, for rows where the colleague's value is chosen now. */
  kept: V
  disputed: ReadonlySet<string>
  /** Whether the newer version is this form's own save, whose answer was lost. */
  own: boolean
}

const NONE: ConflictReport = { rows: [], taken: [] }

/**
 * When the record was changed meanwhile, the colleague's changes are merged into the form, and a notice lists them. The person chooses
 * where both changed a field. When the record was deleted, the form stays as it is.
 */
export function useConflict<R extends Versioned, V extends object>(
  edited: Edited<R, V> | null | undefined,
  { read, write }: Form<V>,
) {
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [met, setMet] = useState<Met<R, V> | null>(null)
  const [, render] = useReducer((count: number) => count + 1, 0)
  const opened = useRef(edited?.record)
  const seen = useRef(edited?.record)
  /** The values of a save without an answer, which may be stored. */
  const attempted = useRef<V | null>(null)
  /** What saves without an answer have stored since the form was opened. */
  const stored = useRef<Partial<V>>({})
  const version = useRef(edited?.record.version)
  const box = useRef<HTMLElement>(null)
  const rounds = useRef(0)
  // Focuses the notice: the pressed save button is below the form, and 查看最新内容 disappears when the latest version is loaded.
  const round = met ? rounds.current : 0
  useEffect(() => {
    if (refusal || round > 0) box.current?.focus()
  }, [refusal, round])

  async function load() {
    if (!edited || !seen.current) return
    // A failure has been reported by the call; 查看最新内容 tries again.
    const found = await edited.latest().catch(() => null)
    if (found === null) return
    if (found === undefined) return setRefusal(gone)
    const { fields, valuesOf } = edited
    const [mine, latest] = [read(), valuesOf(found)]
    const own = attempted.current ? storedOf(fields, attempted.current, latest) : {}
    const isOwn = fields.every((field) => attempted.current && isSame(field, attempted.current, latest))
    const { values, disputed } = mergeEdits(fields, { ...valuesOf(seen.current), ...own }, mine, latest)
    attempted.current = null
    stored.current = { ...stored.current, ...own }
    edited.onLatest?.(found)
    write(values)
    const still = [...(met?.disputed ?? [])]
    seen.current = found
    version.current = found.version
    rounds.current++
    setMet({
      latest: found,
      kept: keptOf(
        fields,
        withEntries(fields, mine, values),
        met && { ...met, latest: valuesOf(met.latest) },
      ),
      disputed: new Set([...still, ...disputed.map(keyOf)]),
      own: isOwn,
    })
    setRefusal(null)
  }

  const original = () => edited && opened.current && { ...edited.valuesOf(opened.current), ...stored.current }

  function choose(key: string, side: 'mine' | 'theirs') {
    const field = edited?.fields.find((one) => keyOf(one) === key)
    const from = original()
    if (!edited || !met || !field || !from) return
    const [latest, current] = [edited.valuesOf(met.latest), read()]
    if (side === 'theirs' && !isSame(field, current, latest))
      setMet({ ...met, kept: { ...met.kept, ...pick(field, current) } })
    write(sideOf(field, side, { was: from, now: current, there: latest }, pick(field, met.kept)))
    render()
  }

  const from = original()
  const report =
    edited && met && from
      ? reportOf(edited.fields, from, edited.valuesOf(met.latest), read(), met.kept, met.disputed)
      : NONE

  const notice = () => {
    if (refusal && !edited) return <StaleNotice box={box} text={refusal.message} />
    if (refusal?.code === FAILURES.notFound.code)
      return <GoneNotice box={box} text={() => (edited ? asText(edited.fields, read()) : '')} />
    if (refusal) return <StaleNotice box={box} text={refusal.message} onRetry={() => void load()} />
    if (!met) return null
    if (met.own) return <OwnNotice box={box} />
    const { updated_at: at } = met.latest
    return <ConflictNotice box={box} report={report} at={at && formatMinute(at).slice(5)} onChoose={choose} />
  }

  return {
    /** Version of the record that a save overwrites. */
    version,
    /** Returns whether the failure was a newer version or a deleted record, which the notice then shows. */
    refused: (error: ApiError): boolean => {
      if (error.status === 0 || error.status >= 500) attempted.current = read()
      if (error.code !== FAILURES.stale.code && error.code !== FAILURES.notFound.code) return false
      setRefusal(error)
      if (error.code === FAILURES.stale.code) void load()
      return true
    },
    /** Call after a save that leaves the form open. */
    settle: (saved: R): void => {
      opened.current = saved
      seen.current = saved
      attempted.current = null
      stored.current = {}
      version.current = saved.version
      setRefusal(null)
      setMet(null)
    },
    /** Call when a value has changed. */
    changed: () => {
      if (met) render()
    },
    /** The colleague's version after a merge; null before. */
    base: met && edited ? edited.valuesOf(met.latest) : null,
    report,
    /** Whether a save would undo something that a colleague has changed. */
    overwrites: overwritten(report).length > 0,
    /** The notice above the form. */
    notice: notice(),
  }
}

const gone = { code: FAILURES.notFound.code } as ApiError

/** 付款方：华映, a field on each line. */
const asText = <V,>(fields: readonly MergeField<V>[], values: V): string =>
  fields.map((field) => `${field.label}：${field.text(values)}`).join('\n')
