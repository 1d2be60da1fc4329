import { capitals, formatYuan } from '@pianzhang/contract/money'
import { accountText } from '@pianzhang/contract/numbers'
import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import { InvoiceNumbers } from '../../payments/InvoiceNumbers.tsx'
import { payeeOf, stateText, timeOf } from '../words.ts'
import styles from './print.module.css'
import { signaturesOf } from './signatures.ts'

interface Props {
  request: PaymentRequest
  company: string
  project: string
}

/** 付款申请单 on A4, with the signatures of who asked and who approved. */
export function RequestSheet({ request, company, project }: Props) {
  const { account, cost_execution_details: lines, payment } = request
  const pictures = lines.reduce((sum, line) => sum + line.voucher_attachments.length, 0)
  return (
    <article>
      <header className={styles.head}>
        <p>{company}</p>
        <h1>付款申请单</h1>
        <p className={styles.ends}>
          <span>项目：{project}</span>
          <span>申请编号：{request.code}</span>
        </p>
      </header>
      <table className={styles.fields}>
        <tbody>
          <Pair names={['收款人', '发起时间']} values={[payeeOf(request), timeOf(request)]} />
          <Pair
            names={['开户行', '收款账号']}
            values={[
              account?.bank_name ?? '',
              account ? [account.account_name, accountText(account.account)].filter(Boolean).join(' ') : '',
            ]}
          />
          <Pair names={['付款方', '付款时间']} values={[request.payer, request.pay_at]} />
          <Pair names={['部门/岗位', '凭证图片']} values={[request.post, `${pictures} 张`]} />
          <Pair names={['状态', '付款编号']} values={[stateText(request), payment?.code ?? '']} />
          <tr>
            <th scope="row">摘要</th>
            <td colSpan={3}>{request.summary || '-'}</td>
          </tr>
        </tbody>
      </table>
      <table className={styles.lines}>
        <thead>
          <tr>
            {['序号', '科目', '付款方式', '付款类型', '凭证类型', '合同编号', '发票号码', '备注'].map(
              (title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ),
            )}
            <th scope="col" className="amount">
              金额（元）
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no code before it is booked
            <tr key={index}>
              <td>{index + 1}</td>
              <td>
                {line.subject_three_out_code} {line.subject_three_name}
              </td>
              <td>{line.pay_channel_i18n}</td>
              <td>{line.pay_category_name || '-'}</td>
              <td>{[line.voucher_category_i18n, line.face_tax_rate].filter(Boolean).join(' ') || '-'}</td>
              <td>{line.contract?.out_code ?? '-'}</td>
              <td>
                <InvoiceNumbers line={line} />
              </td>
              <td>{line.remark || '-'}</td>
              <td className="amount">{formatYuan(line.pay_amount_yuan)}</td>
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row" colSpan={2}>
              金额（大写）
            </th>
            <td colSpan={5}>{capitals(request.pay_amount_yuan)}</td>
            <th scope="row">合计</th>
            <td className="amount">{formatYuan(request.pay_amount_yuan)}</td>
          </tr>
        </tbody>
      </table>
      <table className={styles.signed}>
        <thead>
          <tr>
            {['步骤', '签字', '意见', '时间'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {signaturesOf(request).map(({ step, who, what, at }) => (
            <tr key={step + who + at}>
              <td>{step}</td>
              <td>{who}</td>
              <td>{what}</td>
              <td>{at}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer className={styles.signatures}>
        {['出纳', '领款人', '日期'].map((who) => (
          <span key={who}>{who}：</span>
        ))}
      </footer>
    </article>
  )
}

const Pair = ({ names, values }: { names: [string, string]; values: [string, string] }) => (
  <tr>
    <th scope="row">{names[0]}</th>
    <td>{values[0] || '-'}</td>
    <th scope="row">{names[1]}</th>
    <td>{values[1] || '-'}</td>
  </tr>
)
