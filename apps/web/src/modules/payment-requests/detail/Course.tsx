import { stepText } from '@pianzhang/contract/approval-rules'
import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import { formatMinute } from '../../../ui/time.ts'
import tags from '../requests.module.css'
import styles from './detail.module.css'

/** Who did what and when, then who is still to decide. */
export function Course({ request: { acts, steps, escalation } }: { request: PaymentRequest }) {
  const open = steps.filter(({ state }) => state !== 'done')
  return (
    <section className={styles.section} aria-label="审批过程">
      <ol className={styles.acts}>
        {acts.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: acts are only added at the end
          <li key={index} data-act={one.act}>
            <span>
              {one.user_name}
              {one.for_name && <span className={styles.for}>代{one.for_name}</span>}
              <b className={styles.act}>{one.act_i18n}</b>
              {one.own && <span className={`${tags.tag} ${tags.amber}`}>本人发起并审批</span>}
              {one.account && <span className={`num ${styles.for}`}>账号尾号 {one.account}</span>}
            </span>
            <time className="num">{formatMinute(one.at)}</time>
            {one.reason && <q>{one.reason}</q>}
          </li>
        ))}
        {open.map(({ names, state }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order
          <li key={`step ${index}`} data-act={state}>
            <span>
              {stepText(names)}
              <b className={styles.act}>{state === 'current' ? '待审批' : '下一步'}</b>
            </span>
            {state === 'current' && escalation && <q>{escalation}</q>}
          </li>
        ))}
      </ol>
    </section>
  )
}
