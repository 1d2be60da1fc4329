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
          title={
            <>
              {[outcome.invoice.status_i18n, outcome.invoice.reason].filter(Boolean).join('：')}
              <DuplicateLink of={outcome.invoice} />
            </>
          }
          action={outcome.invoice.status === 0 ? undefined : manual}
        />
      )}
    </div>
  )
}
