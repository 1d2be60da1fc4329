import type { Payment } from '@pianzhang/contract/cost-executions'
import { Checkbox, Modal } from 'antd'
import { useRef, useState } from 'react'
import { ApiError } from '../../../app/api.ts'
import { usePreference } from '../../../app/preferences.ts'
import { useProfile } from '../../../app/session.ts'
import { PrintJob } from '../../../ui/PrintJob.tsx'
import { readPayments } from '../api.ts'
import { VoucherSheet } from './VoucherSheet.tsx'

/** 打印付款单: of one payment or of several, in their order, as they are now. */
export default function PrintVouchers({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { company, current_project: project } = useProfile()
  const [pictures, setPictures] = usePreference<boolean>('payments.print_pictures', true)
  const [payments, setPayments] = useState<Payment[] | null>(null)
  const [loading, setLoading] = useState(false)
  const leaving = useRef(new AbortController())

  async function print() {
    setLoading(true)
    try {
      setPayments(await readPayments(codes, leaving.current.signal))
    } catch (error) {
      // Has been shown already.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setLoading(false)
    }
  }
  function close() {
    leaving.current.abort()
    onClose()
  }

  return (
    <>
      <Modal
        open
        width={420}
        title="打印付款单"
        okText="打印"
        confirmLoading={loading}
        okButtonProps={{ disabled: payments !== null }}
        onOk={() => void print()}
        onCancel={close}
      >
        <p className="num">{codes.length === 1 ? codes[0] : `共 ${codes.length} 张，每张一页`}</p>
        <Checkbox checked={pictures} onChange={({ target }) => setPictures(target.checked)}>
          附凭证图片
        </Checkbox>
      </Modal>
      {payments && (
        <PrintJob
          title={codes.length === 1 ? `付款单 ${codes[0]}` : `付款单 ${codes.length}张`}
          onDone={close}
        >
          {payments.map((payment) => (
            <VoucherSheet
              key={payment.code}
              payment={payment}
              company={company.name}
              project={project?.name ?? ''}
              pictures={pictures}
            />
          ))}
        </PrintJob>
      )}
    </>
  )
}
