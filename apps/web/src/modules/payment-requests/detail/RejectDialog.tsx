import { FAILURES } from '@pianzhang/contract/errors'
import { type ApprovedRequest, type PaymentRequest, rejectBody } from '@pianzhang/contract/payment-requests'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useState } from 'react'
import type { Answer } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { act, acted, reasonsQuery, requests } from '../api.ts'
import { doneText } from '../words.ts'
import styles from './detail.module.css'
import { RefusalBox } from './RefusalBox.tsx'
import { type Refusal, refusalOf } from './refusal.ts'

interface Values {
  reason: string
}
const Item = basicItems<Values>()

interface Props {
  /** As it is now: it is loaded again after a refusal. */
  request: PaymentRequest
  onDone: () => void
  onClose: () => void
}

/** 驳回: why, typed or one of the person's last reasons. What was typed stays when the server refuses. */
export default function RejectDialog({ request, onDone, onClose }: Props) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return (
    <FormDialog<Values, Answer<ApprovedRequest>>
      title="驳回付款申请"
      width={480}
      initial={{ reason: '' }}
      shape={rejectBody.shape}
      send={async ({ reason }) => {
        setRefusal(null)
        const { data } = await act('reject', request, reason.trim())
        return { data, msg: doneText('reject', data) }
      }}
      shows={(error) => {
        if (error.code === FAILURES.invalid.code && error.errors.some(({ field }) => field === 'reason'))
          return false
        setRefusal(refusalOf(error))
        void requests.changed()
        return true
      }}
      onSaved={async ({ data }) => {
        await acted(data)
        onDone()
      }}
      onClose={onClose}
    >
      {refusal && <RefusalBox refusal={refusal} />}
      <Item.Note name="reason" label="驳回原因" required rows={[3, 6]} />
      <Reasons />
    </FormDialog>
  )
}

/** The person's last reasons; a press takes one over. */
function Reasons() {
  const form = Form.useFormInstance<Values>()
  const { data: reasons = [] } = useQuery(reasonsQuery)
  if (reasons.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: antd draws a line under the legend of a fieldset
    <div className={styles.reasons} role="group" aria-label="最近使用的驳回原因">
      {reasons.map((text) => (
        <button key={text} type="button" onClick={() => form.setFieldsValue({ reason: text })}>
          {text}
        </button>
      ))}
    </div>
  )
}
