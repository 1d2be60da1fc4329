import { FAILURES, type FieldError } from '@pianzhang/contract/errors'
import { Alert, Button, Form, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Answer, ApiError } from '../../platform/api/api.ts'
import { toast } from '../popup/toast.ts'
import { isChanged } from './changed.ts'
import styles from './FormDialog.module.css'
import { showFieldErrors } from './formErrors.ts'
import { useFormModal } from './useFormModal.ts'
import { useSave } from './useSave.ts'

/** The record being edited, which a colleague may save meanwhile. */
interface Edited<R> {
  version: number
  /** As it is now; undefined: deleted. */
  latest: () => Promise<R | undefined>
  /** 最新内容：renders the colleague's version. */
  show: (latest: R) => ReactNode
}

interface Props<V, A, R> {
  title: string
  width: number
  /** A value for every field: what differs from it is unsaved. */
  initial: V
  /** Null: a new record. */
  edited?: Edited<R> | null
  /** `version`: of the record that is overwritten. The call has the failures of `handled.ts`, which are shown here. */
  send: (values: V, idempotencyKey: string, version: number | undefined) => Promise<A>
  /** Called after the save: reloads what shows the record; then the dialog closes. */
  onSaved?: (answer: A) => Promise<void>
  /** Called for refusals other than wrong fields, a newer version or a deleted record. */
  onRefused?: (error: ApiError) => void
  /** The form's field of an API's field, where their names differ. */
  fieldOf?: (field: string) => string
  onClose: () => void
  /** antd's `Form.Item`s. */
  children: ReactNode
}

/** A dialog around a form that is saved: unsaved changes, errors at their fields, a colleague's save, lost answers, focus. */
export function FormDialog<
  V extends object,
  A extends Answer<unknown>,
  R extends { version: number } = never,
>({
  title,
  width,
  initial,
  edited,
  send,
  onSaved,
  onRefused,
  fieldOf = (field) => field,
  onClose,
  children,
}: Props<V, A, R>) {
  const [form] = Form.useForm<V>()
  const [dirty, setDirty] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [latest, setLatest] = useState<R | null>(null)
  const version = useRef(edited?.version)
  const notice = useRef<HTMLDivElement>(null)
  // The button that asked for it is gone, and would leave the focus on the body.
  useEffect(() => {
    if (latest) notice.current?.focus()
  }, [latest])

  const onFailed = (error: ApiError) => {
    if (error.code === FAILURES.invalid.code) return showFieldErrors(form, inForm(error, fieldOf))
    if (error.code === FAILURES.stale.code || error.code === FAILURES.notFound.code) {
      setLatest(null)
      return setRefusal(error)
    }
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
  const { modal, form: ofForm, finish } = useFormModal({ dirty, saving, onClose })

  async function submit(values: V) {
    const saved = await save({ values, over: version.current })
    if (!saved) return
    toast.success(saved.msg)
    finish()
  }

  /** Shows the latest version; from then on 确定 overwrites it. Typed values stay. */
  async function view() {
    // A failure has been reported by the call.
    const found = await edited?.latest().catch(() => null)
    if (found === undefined) toast.error(FAILURES.notFound.msg)
    if (!found) return
    version.current = found.version
    setLatest(found)
  }

  return (
    <Modal {...modal} title={title} width={width}>
      {refusal && (
        <div ref={notice} className={styles.refusal ?? ''} tabIndex={-1}>
          <Alert
            type="warning"
            title={latest && edited ? edited.show(latest) : refusal.message}
            action={
              refusal.code === FAILURES.stale.code &&
              !latest && (
                <Button size="small" onClick={() => void view()}>
                  查看最新内容
                </Button>
              )
            }
          />
        </div>
      )}
      <Form<V>
        {...ofForm}
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={(values) => void submit(values)}
        onValuesChange={(_, values) => setDirty(isChanged(initial, values))}
        scrollToFirstError={{ focus: true }}
        onKeyDown={keepEnterInCalendar}
      >
        {children}
      </Form>
    </Modal>
  )
}

/** The error with the names of the form's fields. */
const inForm = ({ message, errors }: ApiError, fieldOf: (field: string) => string) => ({
  message,
  errors: errors.map((one): FieldError => ({ ...one, field: fieldOf(one.field) })),
})

/** In a date field Enter accepts the date and does not submit the form. */
function keepEnterInCalendar(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Enter' && (event.target as HTMLElement).closest('.ant-picker')) event.preventDefault()
}
