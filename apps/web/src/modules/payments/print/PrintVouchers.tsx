import type { Payment } from '@pianzhang/contract/payments'
import { Checkbox, Modal, Progress } from 'antd'
import { useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { usePreference } from '../../../platform/session/preferences.ts'
import { useProfile } from '../../../platform/session/session.ts'
import { PrintJob } from '../../../ui/page/print/PrintJob.tsx'
import { useLayer } from '../../../ui/popup/layers.ts'
import { readPayments } from '../api.ts'
import styles from './print.module.css'
import { VoucherSheet } from './VoucherSheet.tsx'
import { type Counted, picturesOf, tooManyPictures, tooManySheets } from './voucherLimits.ts'

/** 打印付款单 for one or several payments, in list order, read again before printing. */
export default function PrintVouchers({
  payments: selected,
  onClose,
}: {
  payments: readonly Counted[]
  onClose: () => void
}) {
  const { company, current_project: project } = useProfile()
  const [pictures, setPictures] = usePreference<boolean>('payments.print_pictures', true)
  const [payments, setPayments] = useState<Payment[] | null>(null)
  /** Number of payments read so far; null when not loading. */
  const [read, setRead] = useState<number | null>(null)
  const [refused, setRefused] = useState(() => tooManySheets(selected))
  const leaving = useRef(new AbortController())
  const [only] = selected

  async function print() {
    const { signal } = leaving.current
    setRead(0)
    try {
      const found = await readPayments(
        selected.map(({ code }) => code),
        signal,
        setRead,
      )
      // Checked again after reading: a colleague may have added lines since the selection.
      const words =
        tooManySheets(found) ?? (pictures ? tooManyPictures(picturesOf(found), found.length) : undefined)
      setRefused(words)
      if (words === undefined) setPayments(found)
    } catch (error) {
      // The API client already reported its failures, and an abort was requested.
      if (!signal.aborted && !(error instanceof ApiError)) throw error
    } finally {
      setRead(null)
    }
  }
  function close() {
    leaving.current.abort()
    onClose()
  }
  useLayer(close)

  return (
    <>
      <Modal
        open
        width={420}
        title="打印付款单"
        okText="打印"
        confirmLoading={read !== null}
        okButtonProps={{ disabled: payments !== null || refused !== undefined }}
        onOk={() => void print()}
        onCancel={close}
      >
        <p className="num">{selected.length === 1 ? only?.code : `共 ${selected.length} 张，每张另起一页`}</p>
        <Checkbox
          checked={pictures}
          disabled={read !== null}
          onChange={({ target }) => {
            setPictures(target.checked)
            setRefused(tooManySheets(selected))
          }}
        >
          附凭证图片
        </Checkbox>
        {refused && (
          <p role="alert" className={styles.refused}>
            {refused}
          </p>
        )}
        {read !== null && selected.length > 1 && (
          <Progress
            percent={Math.floor((read / selected.length) * 100)}
            format={() => `${read} / ${selected.length}`}
            aria-label="正在读取付款"
          />
        )}
      </Modal>
      {payments && (
        <PrintJob
          title={selected.length === 1 ? `付款单 ${only?.code}` : `付款单 ${selected.length}张`}
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
