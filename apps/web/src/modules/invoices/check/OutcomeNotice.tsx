import type { Invoice } from '@pianzhang/contract/invoices'
import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { DuplicateLink } from '../DuplicateLink.tsx'
import styles from './CheckForm.module.css'

/** What 真伪查验 came to: a status with its reason, or why it was not asked. */
export type Outcome = { kind: 'checked'; invoice: Invoice } | { kind: 'refused'; message: string }

const LOOKS = ['success', 'error', 'warning'] as const

interface Props {
  outcome: Outcome
  /** 人工核验, offered where the look-up did not pass it. */
  onManual: () => void
}

const Verdict = ({ of }: { of: Invoice }) => (
  <>
    {[of.status_i18n, of.reason].filter(Boolean).join('：')}
    <DuplicateLink of={of} />
  </>
)

/** Why an earlier check failed, until the next one. */
export const StoredReason = ({ invoice }: { invoice: Invoice }) =>
  invoice.status === 1 &&
  invoice.reason !== '' && (
    <div className={styles.outcome}>
      <Alert type="error" title={<Verdict of={invoice} />} />
    </div>
  )

export function OutcomeNotice({ outcome, onManual }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // On a phone the button is below the fields, out of sight of the notice; and it goes when the check passed.
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
