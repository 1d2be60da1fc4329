import { formatYuan } from '@pianzhang/contract/money'
import {
  type ConflictReport,
  type ConflictRow,
  collect,
  isSame,
  keyOf,
  type MergeField,
  marksIn,
  pick,
  rowOf,
  sideOf,
  undoes,
} from '../../../ui/form/conflict/merge.ts'
import { amountOf, type Draft, type DraftLine, removeLine } from './draft.ts'
import { type Choices, HEADER, isSameLine, LINE, lineFields, PAYEE } from './draftFields.ts'
import { byCode } from './mergeDraft.ts'

/** State of a conflict. The colleague's changes are the differences between `original` and `latest`. */
export interface DraftConflict {
  /** The payment as the form was opened; null: unknown. */
  original: Draft | null
  latest: Draft
  former: ReadonlyMap<string, string>
  /** Keys of rows that keep offering both sides, even once the colleague's is chosen. */
  disputed: ReadonlySet<string>
  /** This form's values, by the key of the row, where the colleague's side is chosen now. */
  kept: ReadonlyMap<string, unknown>
}

interface ChangedLine {
  code: string
  before: DraftLine | undefined
  theirs: DraftLine | undefined
}
const known = new WeakMap<Draft, readonly ChangedLine[]>()

/** Lines that the colleague changed, added or removed. Cached: a payment has up to 1,000 lines, and each keystroke asks. */
function changedLines({ original, latest, former }: DraftConflict): readonly ChangedLine[] {
  const found = known.get(latest)
  if (found) return found
  const [was, there] = [byCode(original?.lines ?? []), byCode(latest.lines)]
  const lines = [...new Set([...was.keys(), ...there.keys(), ...former.values()])]
    .map((code) => ({ code, before: was.get(code), theirs: there.get(code) }))
    .filter(({ before, theirs }) => !before || !theirs || !isSameLine(before, theirs))
  known.set(latest, lines)
  return lines
}

const LINE_ROW = /^(.+):(\w*)$/
const rowKey = (code: string, field = ''): string => `${code}:${field}`

const find = ({ former }: DraftConflict, draft: Draft, code: string): DraftLine | undefined =>
  draft.lines.find((one) => (one.code ?? former.get(one.key)) === code)

/** 拍摄费用 9,999.99 */
const lineText = (one: DraftLine, { subjectName }: Choices): string => {
  const fen = amountOf(one)
  return [subjectName(one.subject_three_code), fen === undefined ? one.pay_amount : formatYuan(fen)]
    .filter(Boolean)
    .join(' ')
}

/** The colleague's changes compared with the form's current content. `marksOf` turns the rows into marks of fields. */
export function reportOfDraft(conflict: DraftConflict, current: Draft, choices: Choices): ConflictReport {
  const { original, latest, disputed, kept } = conflict
  const report: ConflictReport = { rows: [], taken: [] }
  const add = collect(report, disputed, original !== null)
  const compare = <V extends object>(
    fields: readonly MergeField<V>[],
    [was, now, there]: readonly [V | null, V, V],
    keyIn: (field: string) => string,
    labelIn: (label: string) => string,
  ) => {
    for (const field of fields) {
      if (was && isSame(field, was, there)) continue
      const key = keyIn(keyOf(field))
      const own = kept.has(key) ? ({ ...now, ...(kept.get(key) as Partial<V>) } as V) : now
      add(rowOf(field, { was, now, there }, own, { key, label: labelIn(field.label) }))
    }
  }
  compare(
    HEADER,
    [original?.header ?? null, current.header, latest.header],
    (field) => field,
    (label) => label,
  )
  compare<Pick<Draft, 'payee'>>(
    [PAYEE],
    [original, current, latest],
    (field) => field,
    (label) => label,
  )
  const fields = lineFields(choices)
  for (const { code, before, theirs } of changedLines(conflict)) {
    const now = find(conflict, current, code)
    const number = now
      ? current.lines.indexOf(now)
      : (original?.lines.findIndex((one) => one.code === code) ?? -1)
    const name = now ? `详情${number + 1}` : before ? `原详情${number + 1}` : '新增的明细'
    const whole = (row: Omit<ConflictRow, 'key'>) => add({ key: rowKey(code), ...row })
    // If the original is unknown, a line that came from the colleague may be new, or may have been removed in this form.
    const doubtful = !original && now?.key === theirs?.key
    if (!theirs) {
      const text = lineText(now ?? before ?? (kept.get(rowKey(code)) as DraftLine), choices)
      whole({
        label: name,
        before: text,
        theirs: '删除',
        mine: `保留 ${text}`,
        chosen: now ? 'mine' : 'theirs',
      })
    } else if (!now) {
      const text = lineText(theirs, choices)
      whole({
        label: name,
        before: null,
        theirs: `${before ? '改为' : '新增'} ${text}`,
        mine: '删除',
        chosen: 'mine',
      })
    } else if (!before && (original || doubtful)) {
      const lost = fields.some((field) => undoes(field, null, now, theirs))
      const added = {
        label: name,
        before: null,
        theirs: `新增 ${lineText(theirs, choices)}`,
        mine: '删除',
        chosen: 'theirs' as const,
      }
      if (!lost && doubtful) report.rows.push({ key: rowKey(code), ...added })
      else if (!lost) whole(added)
      else
        compare(
          fields,
          [null, now, theirs],
          (field) => rowKey(code, field),
          (label) => `${name} ${label}`,
        )
    } else
      compare(
        fields,
        [before ?? null, now, theirs],
        (field) => rowKey(code, field),
        (label) => `${name} ${label}`,
      )
  }
  return report
}

/** Takes one side of a row. Returns the draft, and `kept` with the form's replaced values, so that they can be chosen again. */
export function choose(
  conflict: DraftConflict,
  current: Draft,
  key: string,
  side: 'mine' | 'theirs',
): { draft: Draft; kept: ReadonlyMap<string, unknown> } {
  const { original, latest, kept } = conflict
  const keep = (value: unknown) => new Map([...kept, [key, value]])
  const part = <V extends object>(field: MergeField<V>, was: V | null, now: V, there: V): Partial<V> =>
    sideOf(field, side, { was, now, there }, (kept.get(key) as Partial<V> | undefined) ?? {})
  const head = HEADER.find((field) => keyOf(field) === key)
  if (head) {
    const change = part(head, original?.header ?? null, current.header, latest.header)
    return {
      draft: { ...current, header: { ...current.header, ...change } },
      kept: side === 'theirs' ? keep(pick(head, current.header)) : kept,
    }
  }
  if (key === keyOf(PAYEE))
    return {
      draft: { ...current, ...part<Pick<Draft, 'payee'>>(PAYEE, original, current, latest) },
      kept: side === 'theirs' ? keep(pick<Pick<Draft, 'payee'>>(PAYEE, current)) : kept,
    }
  const [, code = '', name = ''] = LINE_ROW.exec(key) ?? []
  const now = find(conflict, current, code)
  const theirs = latest.lines.find((one) => one.code === code)
  const field = LINE.find((one) => keyOf(one) === name)
  if (field && now && theirs) {
    const was = original?.lines.find((one) => one.code === code) ?? null
    const change = part(field, was, now, theirs)
    const lines = current.lines.map((one) => (one === now ? { ...one, ...change } : one))
    return { draft: { ...current, lines }, kept: side === 'theirs' ? keep(pick(field, now)) : kept }
  }
  if (name !== '') return { draft: current, kept }
  // A whole line. It is wanted if the colleague's side is taken and has it, or if this form's side is taken and they removed it.
  const wanted = (side === 'theirs') === (theirs !== undefined)
  if (!wanted && now && side === 'theirs' && current.lines.length === 1) {
    // A payment needs at least one line, so one of the colleague's lines replaces the last one.
    const [one = now] = [...changedLines(conflict).flatMap((line) => line.theirs ?? []), ...latest.lines]
    return { draft: { ...current, lines: [one], active: one.key }, kept: keep(now) }
  }
  if (!wanted)
    return now ? { draft: removeLine(current, now.key), kept: keep(now) } : { draft: current, kept }
  const line = theirs ?? (kept.get(key) as DraftLine | undefined)
  if (now || !line) return { draft: current, kept }
  const order = theirs ? latest.lines : (original?.lines ?? [])
  const at = order.findIndex((one) => one.code === code)
  const before = order.slice(0, at).findLast((one) => find(conflict, current, one.code ?? ''))
  const place = before
    ? current.lines.indexOf(find(conflict, current, before.code ?? '')!) + 1
    : current.lines.length
  return { draft: { ...current, lines: current.lines.toSpliced(place, 0, line) }, kept }
}

/** Sentences beside the fields: by the name of a header field, by the key of a line, and by `key.field` of its fields. */
export function marksOf(conflict: DraftConflict, report: ConflictReport, draft: Draft): Map<string, string> {
  const marks = new Map<string, string>()
  const mark = (key: string, text: string) => {
    const [, code, field] = LINE_ROW.exec(key) ?? []
    if (code === undefined) return marks.set(key, text)
    const now = find(conflict, draft, code)
    if (!now) return
    marks.set(now.key, text)
    if (field) marks.set(`${now.key}.${field}`, text)
  }
  for (const [key, text] of marksIn(report)) mark(key, text)
  return marks
}

/** The form's content as text to copy. Columns of the lines are separated by tabs, as 从表格粘贴 expects them. */
export function draftText(draft: Draft, choices: Choices): string {
  const head = HEADER.map((field) => `${field.label}：${field.text(draft.header)}`)
  if (draft.payee) head.push(`${PAYEE.label}：${PAYEE.text(draft)}`)
  const fields = lineFields(choices).filter((field) => !field.entryKey)
  return [
    ...head,
    fields.map(({ label }) => label).join('\t'),
    ...draft.lines.map((one) => fields.map((field) => field.text(one).replace(/[\t\n]/g, ' ')).join('\t')),
  ].join('\n')
}
