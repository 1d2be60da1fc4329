import { stepText } from '@pianzhang/contract/approval-rules'
import type { Attachment } from '@pianzhang/contract/attachments'
import { capitals, formatYuan } from '@pianzhang/contract/money'
import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import { useCan } from '../../../platform/session/session.ts'
import { AccountText } from '../../../ui/AccountText.tsx'
import { count } from '../../../ui/count.ts'
import { IconWarning } from '../../../ui/icons.tsx'
import { LazyPreview } from '../../../ui/images/LazyPreview.tsx'
import { RecordsLink } from '../../../ui/list/RecordsLink.tsx'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { MiniTable } from '../../../ui/table/MiniTable.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { BookedPayment, State } from '../Tags.tsx'
import { isMild, payeeOf, warningText } from '../words.ts'
import { Contract, Subject } from './Bars.tsx'
import styles from './detail.module.css'
import { Lines } from './Lines.tsx'

/** All pictures side by side; a click opens one in the preview, from which the arrow keys lead to the others. */
function Thumbs({ images }: { images: readonly Attachment[] }) {
  const { dialog, open, close } = useDialog()
  return (
    <>
      <div className={styles.thumbs}>
        {images.map((image, index) => (
          <button
            key={image.code}
            type="button"
            onClick={() => open(<LazyPreview images={images} first={index} onClose={close} />)}
            aria-label={`预览凭证图片 ${index + 1}`}
          >
            <img src={image.thumb_url ?? image.file_url} alt={image.file_name} loading="lazy" />
          </button>
        ))}
      </div>
      {dialog}
    </>
  )
}

/** Who did what and when, then who is still to decide. */
function Course({ request: { acts, steps, escalation } }: { request: PaymentRequest }) {
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
              {one.own && <Tag kind="amber">本人发起并审批</Tag>}
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

/** Everything that one needs to decide, in the order in which one asks. */
export function Look({ request }: { request: PaymentRequest }) {
  const may = useCan()
  const { duplicates, changes, cost_execution_details: lines } = request
  const pictures = lines.flatMap(({ voucher_attachments }) => voucher_attachments)
  return (
    <>
      <section className={styles.top}>
        <p className={styles.label}>
          付款金额（元）
          <State row={request} />
        </p>
        <p className={`num ${styles.amount}`}>
          <MoneyText amount={request.pay_amount_yuan} tip={false} strong />
        </p>
        <p className="muted">{capitals(request.pay_amount_yuan)}</p>
        {request.warnings.map((warning) => (
          <p
            key={warning.kind + warning.text}
            className={`${styles.box} ${isMild(warning) ? styles.amber : styles.red}`}
            role="note"
          >
            <IconWarning size={16} />
            <span>{warningText(warning, request)}</span>
          </p>
        ))}
        <Facts request={request} />
      </section>
      {changes.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.head}>与上次提交相比</h2>
          <MiniTable label="与上次提交相比" titles={['内容', '上次', '本次']} className={styles.table}>
            {changes.map(({ label, before, after }) => (
              <tr key={label + before + after}>
                <th scope="row">{label}</th>
                <td className={styles.before}>{before || '-'}</td>
                <td className="strong">{after || '-'}</td>
              </tr>
            ))}
          </MiniTable>
        </section>
      )}
      {request.subjects?.map((look) => (
        <Subject key={look.code || look.out_code} look={look} />
      ))}
      {request.contracts.map((look) => (
        <Contract key={look.code || look.out_code} look={look} payee={payeeOf(request)} />
      ))}
      {duplicates.count > 0 && (
        <section className={styles.section}>
          <h2 className={styles.head}>
            <span>疑似重复的付款</span>
            {may('cost_execution', 'read') && (
              <small>
                <RecordsLink of="cost_execution" search={{ codes: duplicates.items.map(({ code }) => code) }}>
                  查看
                </RecordsLink>
              </small>
            )}
          </h2>
          <ul className={styles.same}>
            {duplicates.items.map((one) => (
              <li key={one.code}>
                <span className="num">{one.code}</span>
                <span className="num">{one.pay_at}</span>
                <span>
                  {[one.payer, one.summary, ...(one.instalments ?? []).map((title) => `期次「${title}」`)]
                    .filter(Boolean)
                    .join(' ')}
                </span>
                <span className="num">{formatYuan(one.pay_amount_yuan)}</span>
              </li>
            ))}
          </ul>
          {duplicates.count > duplicates.items.length && (
            <p className={styles.label}>共 {count(duplicates.count)} 笔</p>
          )}
        </section>
      )}
      <section className={styles.section}>
        {pictures.length > 0 && (
          <>
            <h2 className={styles.label}>凭证图片</h2>
            <Thumbs images={pictures} />
          </>
        )}
        <Lines lines={lines} />
      </section>
      <Course request={request} />
    </>
  )
}

/** The request's own fields, as rows: their names in a column, so that values stand under each other on a phone too. */
function Facts({ request }: { request: PaymentRequest }) {
  const { account, payee, payer, summary, pay_at, post, payment } = request
  return (
    <dl className={styles.facts}>
      <dt>收款人</dt>
      <dd>
        <b className={styles.payee}>{payeeOf(request)}</b>
        {account && (
          <span className="muted">
            {account.bank_name} <AccountText number={account.account} />
            {account.account_name && account.account_name !== payee?.name && ` ${account.account_name}`}
          </span>
        )}
      </dd>
      {payee && payee.name !== payer && (
        <>
          <dt>付款方</dt>
          <dd>{payer}</dd>
        </>
      )}
      <dt>摘要</dt>
      <dd>{summary || '-'}</dd>
      <dt>付款时间</dt>
      <dd className="num">{pay_at}</dd>
      {post && (
        <>
          <dt>部门/岗位</dt>
          <dd>{post}</dd>
        </>
      )}
      {payment && (
        <>
          <dt>付款编号</dt>
          <dd>
            <BookedPayment payment={payment} />
          </dd>
        </>
      )}
    </dl>
  )
}
