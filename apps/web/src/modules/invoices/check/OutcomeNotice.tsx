import type { Invoice } from '@pianzhang/contract/invoices'
import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { DuplicateLink } from '../DuplicateLink.tsx'
import styles from './CheckForm.module.css'

/** The result of 真伪查验: a status with its reason, or why the request was refused. */
export type Outcome = { kind: 'checked'; invoice: Invoice } | { kind: 'refused'; message: string }

const LOOKS = ['success', 'error', 'warning'] as const

interface Props {
  outcome: Outcome
  /** Switches to 人工核验, which is offered if the look-up did not pass the invoice. */
  onManual: () => void
}

const Verdict = ({ of }: { of: Invoice }) => (
  <>
    {[of.status_i18n, of.reason].filter(Boolean).join('：')}
    <DuplicateLink of={of} />
  </>
)

/** Why an earlier check failed; shown until the next check. */
export const StoredReason = ({ invoice }: { invoice: Invoice }) =>
  invoice.status === 1 &&
  invoice.reason !== '' && (
    <div className={styles.outcome}>
      <Alert type="error" title={<Verdict of={invoice} />} />
    </div>
  )

export function OutcomeNotice({ outcome, onManual }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // The notice takes the focus: on a phone it is out of sight of the pressed button, which disappears after a passed check.
  useEffect(() => box.current?.focus(), [])
  const manual = (
    <Button size="small" onClick={onManual}>
      改为人工核验
    </Button>
  )
  return (
    <div ref={box} tabIndex={-1} className={styles.outcome}>
      {outcome.kind === 'refused' ? (
        <Alert type="error" title={`未能查验：${outcome.message}`} action={manual} />
      ) : (
        <Alert
          type={LOOKS[outcome.invoice.status] ?? 'warning'}
          title={<Verdict of={outcome.invoice} />}
          action={outcome.invoice.status === 0 ? undefined : manual}
        />
      )}
    </div>
  )
}
