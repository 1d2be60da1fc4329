import { NEEDS_APPROVAL } from '@pianzhang/contract/payment-requests'
import { Button } from 'antd'
import type { Asking } from '../../cost-executions/editor/asking.ts'
import { reloadRules } from '../rules/api.ts'
import { requestRecords } from './api.ts'
import styles from './asking.module.css'
import { asks, decidesText, NO_RIGHT, type Rules } from './words.ts'

const OFF: Rules = { on: false, bands: [] }

/** `always`: also of a total that needs nobody. */
export function askingOf(rules: Rules = OFF, always: boolean, mayAsk: boolean): Asking {
  const refused = mayAsk ? null : NO_RIGHT
  return {
    asks: (total) => always || asks(total, rules),
    refused,
    recordsOf: requestRecords,
    onFailed: ({ message, errors }) => {
      // A colleague has changed the rules since they were read.
      if ([message, ...errors.map((one) => one.message)].includes(NEEDS_APPROVAL)) void reloadRules()
    },
    line: (total) => {
      const decides = decidesText(total, rules)
      if (!decides && !always) return null
      return (
        <p className={styles.line} role="status">
          {decides ?? '无需审批，提交后直接记账'}
          {refused && <span className={styles.refused}>{refused}</span>}
        </p>
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
