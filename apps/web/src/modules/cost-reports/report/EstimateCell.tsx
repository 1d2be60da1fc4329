import type { CostReportRow } from '@pianzhang/contract/cost-report'
import { formatYuan, yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { MAX_TEXT } from '@pianzhang/contract/text'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type Draft, draftOf, isTooLow, sameDraft } from '../figures.ts'
import styles from '../report.module.css'
import type { EstimateCells } from './useEstimates.ts'

export type Field = 'etc' | 'efc' | 'remark'
export const FIELDS: Readonly<Record<Field, string>> = {
  etc: '预计尚需',
  efc: '预计总成本',
  remark: '说明',
}

interface Props {
  row: CostReportRow
  field: Field
  estimates: EstimateCells
  placeholder?: string
}

/** What is being typed in a cell: the row's estimate and its version when it began, so that a colleague's later one is noticed. */
interface Edit {
  text: string
  initial: string
  before: Draft
  version: number
  why?: string
}

/** The plain text of a cell. */
function textOf({ etc_yuan, efc_yuan, estimate }: CostReportRow, field: Field): string {
  if (field === 'remark') return estimate?.remark ?? ''
  if (estimate?.mode === field && estimate.amount_yuan !== null) return estimate.amount_yuan
  return field === 'etc' ? etc_yuan : efc_yuan
}

/** The estimate that a text means; an empty amount is the rule again. */
export function readCell(text: string, field: Field, before: Draft): { draft: Draft } | { why: string } {
  const trimmed = text.trim()
  if (field === 'remark') return { draft: { ...before, remark: trimmed } }
  if (trimmed === '') return { draft: { mode: 'auto', amount_yuan: null, remark: before.remark } }
  const { fen, error } = parseField(trimmed)
  if (error !== undefined) return { why: error }
  if (fen < 0n) return { why: `${FIELDS[field]}不能小于0` }
  return { draft: { mode: field, amount_yuan: yuan(fen), remark: before.remark } }
}

/** Cells of the same column above and below, and of the same row. */
function neighbour(cell: HTMLInputElement, down: number, right: number): HTMLInputElement | undefined {
  const within = down !== 0 ? cell.closest('table') : cell.closest('tr')
  const cells = [
    ...(within?.querySelectorAll<HTMLInputElement>(
      down !== 0 ? `input[data-cell="${cell.dataset.cell}"]` : 'input[data-cell]',
    ) ?? []),
  ]
  return cells[cells.indexOf(cell) + down + right]
}

/** A cell of a subject of level three that is typed in as in a spreadsheet. Leaving it saves it. */
export function EstimateCell({ row, field, estimates, placeholder }: Props) {
  const [edit, show] = useState<Edit | null>(null)
  const current = useRef<Edit | null>(null)
  const cell = useRef<HTMLInputElement>(null)
  const set = (next: Edit | null) => {
    current.current = next
    show(next)
  }
  const begin = (): Edit =>
    current.current ?? {
      text: textOf(row, field),
      initial: textOf(row, field),
      before: draftOf(row.estimate),
      version: row.estimate?.version ?? 0,
    }
  const editing = edit !== null
  const isTyped = edit !== null && edit.text.trim() !== edit.initial.trim()
  const { hold } = estimates
  useEffect(() => (isTyped ? hold() : undefined), [isTyped, hold])
  // The formatted amount was replaced by the plain one: typing replaces it.
  useEffect(() => {
    if (editing && document.activeElement === cell.current) cell.current?.select()
  }, [editing])

  const type = (text: string) => {
    const { why: _, ...next } = { ...begin(), text }
    set(next)
    if (field === 'remark') return
    const read = readCell(text, field, next.before)
    estimates.type(row, 'draft' in read && text.trim() !== next.initial ? read.draft : null)
  }
  const takeBack = () => {
    if (current.current?.text !== current.current?.initial) estimates.type(row, null)
    set(null)
  }
  /** Saves what was typed; false: it is no amount. */
  const finish = (): boolean => {
    const now = current.current
    if (!now) return true
    if (now.text.trim() === now.initial.trim()) {
      takeBack()
      return true
    }
    const read = readCell(now.text, field, now.before)
    if ('why' in read) {
      set({ ...now, why: read.why })
      return false
    }
    set(null)
    if (sameDraft(read.draft, now.before)) estimates.type(row, null)
    else estimates.commit(row, now.before, read.draft, now.version)
    return true
  }
  // A cell that is removed with its row or page gets no blur, and Back may come before the page knows that something was typed.
  const leave = useEffectEvent(finish)
  useEffect(() => () => void leave(), [])
  const move = (down: number, right: number): boolean => {
    const next = cell.current && neighbour(cell.current, down, right)
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
    return next !== undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const dirty = current.current !== null && current.current.text !== current.current.initial
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) {
      // The browser takes back what is typed in the cell; otherwise the page takes back its last edit.
      if (key.toLowerCase() === 'z' && dirty) event.stopPropagation()
      return
    }
    if (key === 'Escape' && current.current) {
      event.preventDefault()
      event.stopPropagation()
      takeBack()
      return
    }
    const down = key === 'Enter' ? (shiftKey ? -1 : 1) : { ArrowDown: 1, ArrowUp: -1 }[key]
    if (down) {
      event.preventDefault()
      if (finish()) move(down, 0)
      return
    }
    // Within a text the arrows move the caret.
    const right = dirty ? undefined : { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (right && move(0, right)) event.preventDefault()
  }

  const whyId = useId()
  const amount = field !== 'remark'
  const low = field === 'efc' && !edit && isTooLow(row)
  const why =
    edit?.why ??
    (low ? `录入的${formatYuan(row.estimate?.amount_yuan ?? '')}低于累计发生与合同未付之和` : undefined)
  const auto = field === 'etc' && (row.estimate?.mode ?? 'auto') === 'auto' && !edit
  return (
    <span
      className={`${styles.cell} ${amount ? styles.amountCell : ''} ${edit?.why ? styles.wrong : ''}`}
      title={edit ? undefined : why}
    >
      <input
        ref={cell}
        className={`num ${auto ? styles.auto : ''}`}
        data-cell={field}
        data-low={low || undefined}
        aria-label={`${FIELDS[field]} ${row.out_code} ${row.name}`}
        aria-invalid={edit?.why ? true : undefined}
        aria-describedby={edit?.why ? whyId : undefined}
        inputMode={amount ? 'decimal' : 'text'}
        autoComplete="off"
        maxLength={amount ? 200 : MAX_TEXT}
        placeholder={placeholder}
        value={
          edit
            ? edit.text
            : amount
              ? formatYuan(field === 'etc' ? row.etc_yuan : row.efc_yuan)
              : textOf(row, field)
        }
        onFocus={() => set(begin())}
        onChange={({ target }) => type(target.value)}
        onBlur={finish}
        onKeyDown={onKeyDown}
      />
      {amount && edit && (
        <span className={styles.unit} aria-hidden="true">
          元
        </span>
      )}
      {edit?.why && (
        <span id={whyId} className={styles.why} role="alert">
          {edit.why}
        </span>
      )}
    </span>
  )
}
