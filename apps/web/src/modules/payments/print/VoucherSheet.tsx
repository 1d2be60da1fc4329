import { capitals, formatYuan } from '@pianzhang/contract/money'
import type { Payment, PaymentLineAnswer } from '@pianzhang/contract/payments'
import { InvoiceNumbers } from '../InvoiceNumbers.tsx'
import styles from './print.module.css'

/** One 付款单 on a new page, with signature lines; its pictures follow. */
export function VoucherSheet({
  payment,
  company,
  project,
  pictures,
}: {
  payment: Payment
  company: string
  project: string
  pictures: boolean
}) {
  const { cost_execution_details: lines } = payment
  const attached = lines.reduce((count, line) => count + line.voucher_attachments.length, 0)
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <p>{company}</p>
        <h1>付款单</h1>
        <p className={styles.ends}>
          <span>项目：{project}</span>
          <span>付款编号：{payment.code}</span>
        </p>
      </header>
      <table>
        <tbody>
          <tr>
            <th scope="row">付款方</th>
            <td>{payment.payer}</td>
            <th scope="row">付款日期</th>
            <td>{payment.pay_at}</td>
          </tr>
          <tr>
            <th scope="row">部门/岗位</th>
            <td>{payment.post || '-'}</td>
            <th scope="row">凭证图片</th>
            <td>{attached} 张</td>
          </tr>
          <tr>
            <th scope="row">摘要</th>
            <td colSpan={3}>{payment.summary || '-'}</td>
          </tr>
        </tbody>
      </table>
      <Lines lines={lines} total={payment.pay_amount_yuan} />
      <footer className={styles.signatures}>
        <span>制单：{payment.creator_name}</span>
        {['审核', '批准', '出纳', '领款人'].map((who) => (
          <span key={who}>{who}：</span>
        ))}
      </footer>
      {pictures && attached > 0 && (
        <section className={styles.pictures} aria-label="凭证图片">
          {lines.flatMap((line, index) =>
            line.voucher_attachments.map((file) => (
              <figure key={`${line.code} ${file.code}`}>
                <img src={file.file_url} alt={file.file_name} />
                <figcaption>
                  {payment.code} 详情{index + 1} {file.file_name}
                </figcaption>
              </figure>
            )),
          )}
        </section>
      )}
    </article>
  )
}

function Lines({ lines, total }: { lines: readonly PaymentLineAnswer[]; total: string }) {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          {[
            '序号',
            '科目',
            '付款方式',
            '付款类型',
            '凭证类型',
            '票面税率',
            '合同编号',
            '发票号码',
            '备注',
          ].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col" className="amount">
            付款金额（元）
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.code}>
            <td>{index + 1}</td>
            <td>
              {line.subject_three_out_code} {line.subject_three_name}
            </td>
            <td>{line.pay_channel_i18n}</td>
            <td>{line.pay_category_name}</td>
            <td>{line.voucher_category_i18n || '-'}</td>
            <td>{line.face_tax_rate || '-'}</td>
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
          <td colSpan={6}>{capitals(total)}</td>
          <th scope="row">合计</th>
          <td className="amount">{formatYuan(total)}</td>
        </tr>
      </tbody>
    </table>
  )
}
