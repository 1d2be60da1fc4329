import { FAILURES, type FieldError } from '@pianzhang/contract/errors'
import { Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Answer, ApiError } from '../../platform/api/api.ts'
import { ask } from '../popup/confirm.tsx'
import { toast } from '../popup/toast.ts'
import { type Kept, useKept } from './again/useKept.ts'
import { isChanged } from './changed.ts'
import { type Edited, useConflict } from './conflict/useConflict.tsx'
import { useMarks } from './conflict/useMarks.ts'
import { type Filled, filled } from './filled.ts'
import { showFieldErrors } from './formErrors.ts'
import { Merged, useMergeFields } from './items/merged.ts'
import { Shape } from './items/shape.ts'
import { useFormModal } from './useFormModal.ts'
import { useSave } from './useSave.ts'

interface Props<V, A, R> {
  title: string
  /** In the place of 确定. */
  okText?: string | undefined
  width: number
  /** A value for every field, null for an empty one: what differs from it is unsaved. */
  initial: Filled<V>
  /** Whether there is nothing to save: 确定 then only closes the dialog. */
  nothing?: ((values: V) => boolean) | undefined
  /** Null: a new record. The items say how its fields are merged. */
  edited?: Omit<Edited<R, V>, 'fields'> | null | undefined
  /** What to ask before these values are saved, and the field that takes the focus if the answer is no; undefined: nothing. */
  doubt?: ((values: V) => Doubt<V> | undefined) | undefined
  /** `version`: of the record that is overwritten. The call must leave the failures of `handled.ts` to the dialog, which shows them. */
  send: (values: V, idempotencyKey: string, version: number | undefined) => Promise<A>
  /** Called after the save: reloads what shows the record; then the dialog closes. */
  onSaved?: (answer: A) => Promise<void>
  /** Called for refusals other than wrong fields, a newer version or a deleted record. */
  onRefused?: (error: ApiError) => void
  /** Shows a failure itself and returns true, or leaves it to the dialog. */
  shows?: (error: ApiError) => boolean
  /** Maps an API field to the form's field, where their names differ. A fault of an entry of a list is shown at the list. */
  fieldOf?: (field: string) => string
  onClose: () => void
  /** Offers 保存并继续: the dialog stays open for the next new record. */
  next?: Next<V> | undefined
  /** Fields of the API schema, whose rules the items apply. */
  shape?: Readonly<Record<string, z.ZodType>>
  /** Items. */
  children: ReactNode
}

/** Values that are allowed and yet rarely meant: an amount that comes to nothing. */
export interface Doubt<V> {
  title: string
  text: string
  field: keyof V & string
}

/** The next new record after 保存并继续. */
export interface Next<V> extends Kept<V> {
  /** The kind of record: which fields a person keeps is remembered for each. */
  name: string
  empty: () => Filled<V>
  /** The field that takes the focus. */
  focus: keyof V & string
}

const NONE = {}

/**
 * A dialog with a form that is saved: asks before unsaved changes are lost, shows errors at their fields, merges a colleague's save,
 * repeats a save with a lost answer safely, moves the focus.
 */
export function FormDialog<
  V extends object,
  A extends Answer<unknown>,
  R extends { version: number; updated_at?: string } = never,
>({
  title,
  okText,
  width,
  initial,
  nothing,
  doubt,
  edited,
  send,
  onSaved,
  onRefused,
  shows,
  fieldOf = (field) => field,
  shape = NONE,
  onClose,
  next,
  children,
}: Props<V, A, R>) {
  const [form] = Form.useForm<V>()
  const [dirty, setDirty] = useState(false)
  const [start, setStart] = useState(initial)
  const [count, setCount] = useState(0)
  const { fields, registry } = useMergeFields<V>(() => conflict.changed())
  const conflict = useConflict(edited && { ...edited, fields }, {
    read: () => form.getFieldsValue(true) as V,
    write: (values) => {
      form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])
      setDirty(true)
    },
  })
  const marks = useMarks(form, conflict.report)
  const base = conflict.base ?? start

  const onFailed = (error: ApiError) => {
    if (shows?.(error)) return
    if (error.code === FAILURES.invalid.code) return showFieldErrors(form, inForm(error, fieldOf))
    if (conflict.refused(error)) return
    onRefused?.(error)
  }
  const { save, saving } = useSave({
    send: async ({ values, over }: { values: V; over: number | undefined }, key) => {
      const answer = await send(values, key, over)
      await onSaved?.(answer)
      return answer
    },
    onFailed,
  })
  const { keeping, begin } = useKept(fields, next)
  /** The field that takes the focus once the form is enabled again. */
  const goTo = useRef<string | null>(null)
  // Runs after the form has given the focus back to the field that had it before the save.
  useEffect(() => {
    if (saving || goTo.current === null) return
    focusOn(form, goTo.current)
    goTo.current = null
  })
  const {
    modal,
    form: ofForm,
    stays,
    finish,
  } = useFormModal({ dirty, saving, onClose, again: next && { saved: count, keeping } })

  async function submit(typed: V) {
    const goesOn = stays.current && next
    if (nothing?.(typed)) return goesOn ? form.focusField(next.focus) : finish()
    const unsure = doubt?.(typed)
    if (unsure && !(await ask({ ...unsure, ok: '仍然保存', cancel: '继续填写', careful: true })))
      return form.focusField(unsure.field)
    const saved = await save({ values: typed, over: conflict.version.current })
    if (!saved) return
    toast.success(saved.msg)
    if (!goesOn) return finish()
    const values = begin(next.empty(), typed)
    setStart(values)
    setDirty(false)
    setCount(count + 1)
    goTo.current = next.focus
    restart(form, values)
  }

  return (
    <Modal
      {...modal}
      title={title}
      width={width}
      {...(okText && { okText })}
      {...(conflict.overwrites && { okText: '覆盖保存' })}
    >
      {conflict.notice}
      <Form<V>
        {...ofForm}
        {...marks}
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={(values) => void submit(filled(values))}
        onValuesChange={(_, values) => {
          setDirty(isChanged(base, values))
          conflict.changed()
        }}
        scrollToFirstError={{ focus: true }}
      >
        <Shape value={shape}>
          <Merged value={registry}>{children}</Merged>
        </Shape>
      </Form>
    </Modal>
  )
}

/** Begins the next record: replaces all values, without errors. */
const restart = (form: FormInstance, values: object): void =>
  form.setFields(Object.entries(values).map(([name, value]) => ({ name, value, errors: [], touched: false })))

const focusOn = (form: FormInstance, field: string): void => form.focusField(field)

/** The error with the names of the form's fields. */
const inForm = ({ message, errors }: ApiError, fieldOf: (field: string) => string) => ({
  message,
  errors: errors.map((one): FieldError => ({ ...one, field: fieldOf(one.field.replace(/\[\d+\].*$/, '')) })),
})
