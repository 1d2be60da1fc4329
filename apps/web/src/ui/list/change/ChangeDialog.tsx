import type { BatchChanged } from '@pianzhang/contract/batch'
import { formatYuan } from '@pianzhang/contract/money'
import { Alert, Checkbox, Form } from 'antd'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { Answer, ApiError } from '../../../platform/api/api.ts'
import { fixedOptions } from '../../../platform/ledger/selects.ts'
import { Button } from '../../Button.tsx'
import { count } from '../../count.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { choiceItems } from '../../form/items/choices.tsx'
import { ScrollBox } from '../../ScrollBox.tsx'
import { sumOf } from '../../table/sums.ts'
import styles from './ChangeDialog.module.css'
import type { ChangeField } from './changeField.ts'

/** What a list passes to its dialog. */
export interface ChangeProps<R> {
  /** The selected records as they were when the dialog was opened. */
  rows: readonly R[]
  onDeselect: (codes: readonly string[]) => void
  onClose: () => void
}

interface Props<R> extends ChangeProps<R> {
  /** The calls of `recordsOf`. */
  of: {
    changeMany: (
      records: readonly { code: string; version: number }[],
      changes: Readonly<Record<string, unknown>>,
      idempotencyKey: string,
    ) => Promise<Answer<BatchChanged>>
    changed: () => Promise<void>
  }
  /** Measure word and noun: 笔付款. */
  noun: string
  nameOf: (row: R) => string
  amountOf: (row: R) => string
  /** How many lines a record has, where it has lines. */
  linesOf?: (row: R) => number
  /** What else to know before it is changed. */
  hint?: (rows: readonly R[]) => string | undefined
  /** The fields that can be changed together, as `changes` of the API schema has them. */
  fields: readonly ChangeField[]
  shape: Readonly<Record<string, z.ZodType>>
}

interface Refusal<R> {
  row: R
  message: string
}

/** 批量修改: one field of the selected records gets the same value, in all of them or in none. */
export function ChangeDialog<R extends { code: string; version: number }>({
  of,
  noun,
  nameOf,
  amountOf,
  linesOf,
  hint,
  fields,
  shape,
  rows: opened,
  onDeselect,
  onClose,
}: Props<R>) {
  const [rows, setRows] = useState(opened)
  const [refused, setRefused] = useState<readonly Refusal<R>[]>([])
  const what = useRef<HTMLParagraphElement>(null)
  const only = fields.length === 1 ? fields[0] : undefined
  const initial: Choice = { field: only?.name ?? null, clear: false }

  /** Takes the records out that the server refused. */
  const leaveOut = () => {
    const out = new Set(refused.map(({ row }) => row.code))
    onDeselect([...out])
    setRefused([])
    setRows(rows.filter(({ code }) => !out.has(code)))
    if (out.size === rows.length) onClose()
    // The pressed button is removed; what remains is read out.
    else what.current?.focus()
  }
  const warning = hint?.(rows)
  const lines = linesOf && rows.reduce((all, row) => all + linesOf(row), 0)
  return (
    <FormDialog<Choice, Answer<BatchChanged>>
      title="批量修改"
      width={520}
      initial={initial}
      shape={shape}
      fieldOf={(field) => field.replace(/^changes\./, '')}
      send={async ({ field, clear, ...values }, key) => {
        setRefused([])
        const value = (values as Record<string, unknown>)[field ?? '']
        const changes = { [field ?? '']: clear ? null : value }
        const answer = await of.changeMany(
          rows.map(({ code, version }) => ({ code, version })),
          changes,
          key,
        )
        return { ...answer, msg: wordsOf(answer.data, noun) }
      }}
      onSaved={async () => {
        onDeselect(rows.map(({ code }) => code))
        await of.changed()
      }}
      shows={(error) => {
        const named = refusalsOf(rows, error)
        setRefused(named)
        // The list below then shows what a colleague has changed.
        if (named.length > 0) void of.changed()
        return named.length > 0 && named.length === error.errors.length
      }}
      onClose={onClose}
    >
      <p ref={what} tabIndex={-1} className={styles.what}>
        将修改 <b className="num">{count(rows.length)}</b> {noun}
        {lines !== undefined && (
          <>
            （<span className="num">{count(lines)}</span> 条明细）
          </>
        )}
        ，合计 <b className="num">{formatYuan(sumOf(rows, amountOf))}</b> 元
      </p>
      {warning && <p className={styles.hint}>{warning}</p>}
      {refused.length > 0 && (
        <Refused refused={refused} of={rows.length} nameOf={nameOf} onLeaveOut={leaveOut} />
      )}
      <Fields fields={fields} only={only} />
    </FormDialog>
  )
}

interface Choice {
  /** Name of the field that is changed. */
  field: string | null
  /** Whether the field is emptied. */
  clear: boolean
}
const Item = choiceItems<Choice>()

/** Which field, and its new value. */
function Fields({ fields, only }: { fields: readonly ChangeField[]; only: ChangeField | undefined }) {
  const chosen = Form.useWatch<string | null>('field')
  const cleared = Form.useWatch<boolean>('clear') ?? false
  const field = only ?? fields.find(({ name }) => name === chosen)
  return (
    <>
      {only ? (
        <Form.Item name="field" hidden>
          <input />
        </Form.Item>
      ) : (
        <Item.Choice
          name="field"
          label="修改字段"
          required
          rules={[{ required: true, message: '请选择修改字段' }]}
          of={fixedOptions(fields.map(({ name, label }) => ({ label, value: name })))}
        />
      )}
      {field && !(field.optional && cleared) && <field.Item key={field.name} />}
      {field?.optional && (
        <Form.Item name="clear" valuePropName="checked" className={styles.clear}>
          <Checkbox>清空{field.label}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}

interface RefusedProps<R> {
  refused: readonly Refusal<R>[]
  of: number
  nameOf: (row: R) => string
  onLeaveOut: () => void
}

/** Why nothing was changed, by record. */
const Refused = <R extends { code: string }>({ refused, of, nameOf, onLeaveOut }: RefusedProps<R>) => (
  <Alert
    type="warning"
    role="alert"
    className={styles.refused}
    title={`以下 ${count(refused.length)} 条不能修改，所选 ${count(of)} 条均未修改`}
    description={
      <>
        <ScrollBox as="ul" className={styles.list} label="不能修改的记录">
          {refused.map(({ row, message }) => (
            <li key={row.code}>
              <b className="num">{nameOf(row)}</b> {message}
            </li>
          ))}
        </ScrollBox>
        <Button size="small" onClick={onLeaveOut}>
          取消选择这 {count(refused.length)} 条
        </Button>
      </>
    }
  />
)

/** The records that a refusal names by their places in the request: `records[3]`. */
function refusalsOf<R>(rows: readonly R[], { errors }: ApiError): Refusal<R>[] {
  return errors.flatMap(({ field, message }) => {
    const row = rows[Number(/^records\[(\d+)\]/.exec(field)?.[1] ?? -1)]
    return row ? [{ row, message }] : []
  })
}

const wordsOf = ({ changed, unchanged, lines }: BatchChanged, noun: string): string => {
  if (changed === 0) return `所选 ${count(unchanged)} ${noun}原已是该内容，无需修改`
  const ofLines = lines ? `（${count(lines)} 条明细）` : ''
  const others = unchanged > 0 ? `，另 ${count(unchanged)} ${noun}原已是该内容` : ''
  return `已修改 ${count(changed)} ${noun}${ofLines}${others}`
}
