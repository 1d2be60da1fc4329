import { type Fen, yuan } from '@pianzhang/contract/money'
import { NEEDS_APPROVAL } from '@pianzhang/contract/payment-requests'
import { sameDayText } from '@pianzhang/contract/same-day'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useDebounced } from '../../../../ui/fields/useDebounced.ts'
import type { Asking, Paid } from '../asking.ts'
import { duplicatesQuery, type Paying } from '../repeats.tsx'
import styles from './asking.module.css'
import { requestRecords } from './requests.ts'
import { asks, decidesText, NO_RIGHT, type Rules } from './words.ts'

/** 同日合计超审批额: the day's payments to one payee reach an amount that needs approval, which each alone is below. */
function SameDay({ paid, total }: { paid: Paid; total: Fen }) {
  const isFilled = paid.pay_at !== '' && (paid.payer !== '' || paid.payee_code !== undefined) && total > 0n
  const typed = isFilled ? JSON.stringify({ ...paid, amount: yuan(total) }) : ''
  const settled = useDebounced(typed)
  const { data } = useQuery({
    ...duplicatesQuery(settled === '' ? { amount: '', pay_at: '' } : (JSON.parse(settled) as Paying)),
    enabled: settled !== '',
  })
  const day = settled === typed && typed !== '' ? data?.same_day : undefined
  return day ? (
    <p className={`${styles.line} ${styles.sameDay}`} role="status">
      {sameDayText(day)}
    </p>
  ) : null
}

const OFF: Rules = { on: false, bands: [] }

interface Props {
  /** Undefined: this person may not read them. */
  rules: Rules | undefined
  /** Also of a total that needs nobody. */
  always: boolean
  mayAsk: boolean
  /** Whether the server has refused to book this payment. */
  isRefused: boolean
  onRefused: () => void
}

export function askingOf({ rules = OFF, always, mayAsk, isRefused, onRefused }: Props): Asking {
  const refused = mayAsk ? null : NO_RIGHT
  return {
    asks: (total) => always || asks(total, rules),
    refused,
    recordsOf: requestRecords,
    onFailed: ({ message, errors }) => {
      if ([message, ...errors.map((one) => one.message)].includes(NEEDS_APPROVAL)) onRefused()
    },
    line: (total, paid) => {
      const decides = decidesText(total, rules)
      const isSaid = decides || always || (isRefused && refused)
      return (
        <>
          {rules.on && <SameDay paid={paid} total={total} />}
          {isSaid && (
            <p className={styles.line} role="status">
              {decides ?? (always && '无需审批，提交后直接记账')}
              {refused && <span className={styles.refused}>{refused}</span>}
            </p>
          )}
        </>
      )
    },
    buttons: ({ saving, overwrites }, onSend) => (
      <>
        <Button disabled={saving || !mayAsk} onClick={() => onSend(false)}>
          存为草稿
        </Button>
        <Button type="primary" loading={saving} disabled={!mayAsk} onClick={() => onSend(true)}>
          {overwrites ? '覆盖并提交' : '提交申请'}
        </Button>
      </>
    ),
    again: '提交并继续',
  }
}
