import { DONE, FAILURES } from '@pianzhang/contract/errors'
import { requiredFields } from '@pianzhang/contract/invoice-types'
import { type Invoice, invoiceCheckBody } from '@pianzhang/contract/invoices'
import { Form, Modal, Radio, Segmented } from 'antd'
import { useState } from 'react'
import type { ApiError } from '../../../platform/api/api.ts'
import { isChanged } from '../../../ui/form/changed.ts'
import { useConflict } from '../../../ui/form/conflict/useConflict.tsx'
import { useMarks } from '../../../ui/form/conflict/useMarks.ts'
import { showFieldErrors } from '../../../ui/form/formErrors.ts'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { Columns, Wide } from '../../../ui/form/items/Columns.tsx'
import { asInContract } from '../../../ui/form/rules.ts'
import { useFormModal } from '../../../ui/form/useFormModal.ts'
import { useSave } from '../../../ui/form/useSave.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { invoices } from '../api.ts'
import { checkByHand, lookUp } from '../calls.ts'
import styles from './CheckForm.module.css'
import { FigureField } from './FigureField.tsx'
import { FIELDS, MERGED, MODES, type Mode, typedFields, type Values, valuesOf, verdictOf } from './fields.ts'
import { Original, useBeside } from './Original.tsx'
import { type Outcome, OutcomeNotice, StoredReason } from './OutcomeNotice.tsx'

interface Props {
  invoice: Invoice
  onClose: () => void
  onChecked: ((invoice: Invoice) => void) | undefined
}

interface Sent {
  mode: Mode
  values: Values
  version: number
}

const Item = basicItems<Values>()
const RESULTS = [
  { value: 1, label: '通过' },
  { value: 0, label: '不通过' },
]

/** The original beside the fields. 真伪查验 leaves the dialog open with its result, 人工核验 closes it. */
export function CheckForm({ invoice, onClose, onChecked }: Props) {
  const [form] = Form.useForm<Values>()
  const [mode, setMode] = useState<Mode>('lookup')
  const [stored, setStored] = useState(invoice)
  /** The invoice when the form was opened, or after the last check made here. */
  const [opened, setOpened] = useState(invoice)
  const [dirty, setDirty] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const conflict = useConflict<Invoice, Values>(
    {
      record: invoice,
      latest: () => invoices.latest(invoice.code),
      onLatest: setStored,
      valuesOf: (one) => ({ ...valuesOf(one), ...verdictOf(one, opened) }),
      fields: MERGED,
    },
    {
      read: () => form.getFieldsValue(true) as Values,
      write: (values) => {
        form.setFieldsValue(values)
        setDirty(true)
      },
    },
  )
  const marks = useMarks(form, conflict.report)
  const sent: readonly string[] = mode === 'manual' ? [...FIELDS.manual, 'result'] : FIELDS.lookup
  const overwrites = conflict.report.rows.some(({ key, chosen }) => chosen === 'mine' && sent.includes(key))
  // Undefined before the first render of the fields; a cleared type is null or undefined afterwards.
  const typedNumber = Form.useWatch('invoice_number', form)
  const typedType = Form.useWatch('invoice_type', form) ?? ''
  const number = typedNumber ?? invoice.invoice_number
  const type = typedNumber === undefined ? invoice.invoice_type : typedType
  const result = Form.useWatch('result', form)
  // 不通过 requires no figures, since the invoice may be unreadable.
  const required = mode === 'manual' && result === 0 ? [] : requiredFields(mode, type, number)
  // After a passed look-up nothing is left to do until a figure is changed.
  const passed = outcome?.kind === 'checked' && outcome.invoice.status === 0 && !dirty && mode === 'lookup'
  const beside = useBeside(invoice)

  const onFailed = (error: ApiError, sent: Sent) => {
    const isShown = ({ field }: { field: string }) =>
      [...FIELDS[sent.mode], 'result', 'reason'].includes(field)
    const shown = error.errors.filter(isShown)
    if (shown.length > 0) showFieldErrors(form, { message: error.message, errors: shown })
    if (conflict.refused(error)) return
    const hidden = error.errors.find((one) => !isShown(one))
    if (hidden) return setOutcome({ kind: 'refused', message: hidden.message })
    // Other failures of a manual check have been reported by the call.
    if (shown.length === 0 && (sent.mode === 'lookup' || error.code === FAILURES.invalid.code))
      setOutcome({ kind: 'refused', message: error.message })
  }
  const { save, saving } = useSave({
    send: async ({ mode: how, values, version }: Sent, key) => {
      const fields = typedFields(how, values)
      const { result: verdict, reason } = values
      const checked =
        how === 'lookup'
          ? await lookUp(invoice.code, fields, version)
          : await checkByHand(
              invoice.code,
              { ...fields, result: verdict, reason: verdict === 0 ? reason : '', version },
              key,
            )
      await invoices.changed()
      return checked
    },
    onFailed,
  })
  const { modal, form: ofForm, finish } = useFormModal({ dirty, saving, onClose })

  async function submit() {
    setOutcome(null)
    const version = conflict.version.current ?? invoice.version
    const checked = await save({ mode, values: form.getFieldsValue(true) as Values, version })
    if (!checked) return
    onChecked?.(checked)
    if (mode === 'manual') {
      toast.success(DONE)
      return finish()
    }
    conflict.settle(checked)
    setOpened(checked)
    setStored(checked)
    form.setFieldsValue(valuesOf(checked))
    setDirty(false)
    setOutcome({ kind: 'checked', invoice: checked })
  }

  return (
    <Modal
      {...modal}
      title="发票查验"
      width={beside ? 1000 : 600}
      okText={
        mode === 'manual'
          ? overwrites
            ? '覆盖保存'
            : '确定'
          : overwrites
            ? '覆盖并查验'
            : outcome
              ? '再次查验'
              : '查验'
      }
      cancelText={outcome ? '关闭' : '取消'}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn />
          {!passed && <OkBtn />}
        </>
      )}
    >
      <div className={beside ? styles.beside : styles.stacked}>
        <Original invoice={invoice} beside={beside} />
        <div className={styles.fields}>
          {conflict.notice}
          {outcome ? (
            <OutcomeNotice outcome={outcome} onManual={() => setMode('manual')} />
          ) : (
            <StoredReason invoice={stored} />
          )}
          <Form<Values>
            {...ofForm}
            {...marks}
            form={form}
            layout="vertical"
            initialValues={valuesOf(invoice)}
            onFinish={() => void submit()}
            onValuesChange={() => {
              setDirty(isChanged(valuesOf(stored), form.getFieldsValue(true) as Values))
              conflict.changed()
            }}
            scrollToFirstError={{ focus: true }}
          >
            <Segmented<Mode>
              block
              className={styles.modes ?? ''}
              name="invoice-check"
              aria-label="查验方式"
              options={[...MODES]}
              value={mode}
              onChange={setMode}
            />
            <Columns>
              {FIELDS[mode].map((name) => {
                const field = (
                  <FigureField key={name} mode={mode} name={name} required={required.includes(name)} />
                )
                return name === 'seller_name' ? <Wide key={name}>{field}</Wide> : field
              })}
              {mode === 'manual' && (
                <>
                  <Item.Own
                    name="result"
                    label="核验结果"
                    required
                    wide
                    rules={[asInContract(invoiceCheckBody.shape.result)]}
                  >
                    <Radio.Group aria-label="核验结果" options={RESULTS} />
                  </Item.Own>
                  <Item.Note
                    name="reason"
                    label="失败原因"
                    required={result === 0}
                    wide
                    dependencies={['result']}
                    rules={[
                      { required: result === 0, whitespace: true, message: '请输入失败原因' },
                      asInContract(invoiceCheckBody.shape.reason),
                    ]}
                    disabled={result !== 0}
                  />
                </>
              )}
            </Columns>
          </Form>
        </div>
      </div>
    </Modal>
  )
}
