import { grouped } from '@pianzhang/contract/decimal'
import type { Invoice, InvoiceItem } from '@pianzhang/contract/invoices'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense } from 'react'
import { isGone } from '../../../platform/ledger/list.ts'
import { useFeature } from '../../../platform/session/session.ts'
import { lightPage } from '../../../ui/code/lazy.tsx'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { DetailDialog } from '../../../ui/page/record/DetailDialog.tsx'
import { Fact, Facts } from '../../../ui/page/record/Facts.tsx'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { MiniTable, MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { PaymentLink } from '../../booking/PaymentLink.tsx'
import { invoiceQuery } from '../api.ts'
import { DuplicateLink } from '../DuplicateLink.tsx'
import { Status } from '../Status.tsx'
import { reasonName } from '../words.ts'
import styles from './Detail.module.css'
import { Files } from './Files.tsx'

const num = (value: string | null) => value && <span className="num">{value}</span>
const money = (amount: string | null) => amount !== null && <MoneyText amount={amount} />

/** All fields of an invoice, without its lines and files. `payment`: with the only payment that uses it. */
const InvoiceFacts = ({ invoice, payment }: { invoice: Invoice; payment: boolean }) => (
  <Facts>
    {invoice.voided && (
      <Fact
        name="作废"
        value={`${invoice.voided.reason}（${invoice.voided.by}　${formatMinute(invoice.voided.at)}）`}
        wide
      />
    )}
    <Fact name="查验状态" value={<Status status={invoice.status} text={invoice.status_i18n} />} />
    <Fact name="发票类型" value={invoice.invoice_type_i18n} />
    <Fact name="开票日期" value={num(invoice.billing_date)} />
    <Fact name={reasonName(invoice.status)} value={invoice.reason} wide />
    <Fact name="发票号码" value={num(invoice.invoice_number)} />
    <Fact name="发票代码" value={num(invoice.invoice_code)} />
    <Fact name="校验码" value={num(invoice.check_code)} />
    <Fact name="价税合计（元）" value={money(invoice.total_amount_yuan)} />
    <Fact name="不含税金额（元）" value={money(invoice.amount_without_tax_yuan)} />
    <Fact name="税额（元）" value={money(invoice.tax_amount_yuan)} />
    <Fact name="销售方名称" value={invoice.seller_name} />
    <Fact name="销售方税号" value={invoice.seller_tax_no} />
    {payment && (
      <Fact name="关联付款" value={invoice.payment && <PaymentLink code={invoice.payment.code} />} />
    )}
    <Fact name="购买方名称" value={invoice.buyer_name} />
    <Fact name="购买方税号" value={invoice.buyer_tax_no} />
    <Fact name="创建人" value={`${invoice.creator_name}　${formatMinute(invoice.created_at)}`} />
  </Facts>
)

/** The lines of an electronic original. */
const Items = ({ items }: { items: readonly InvoiceItem[] }) => (
  <MiniTable
    label="发票明细"
    titles={['项目名称']}
    ends={['数量', '单价', '金额（元）', '税率', '税额（元）']}
    className={`${styles.table} ${styles.items}`}
    box={styles.frame}
  >
    {items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a stored original have no key and never change
      <tr key={index}>
        <th scope="row">{item.name || '-'}</th>
        <td className="num">{grouped(item.quantity)}</td>
        <td className="num">{grouped(item.unit_price)}</td>
        <MoneyCell amount={item.amount_yuan} tip={false} />
        <td className="num">{item.tax_rate}</td>
        <MoneyCell amount={item.tax_amount_yuan} tip={false} />
      </tr>
    ))}
  </MiniTable>
)

/** Loaded only where an invoice may pay several lines. */
const Uses = lightPage<{ invoice: Invoice }>(() => import('../uses/Uses.tsx'))

interface Props {
  code: string
  onClose: () => void
  /** Opens 查验; absent while another dialog is open already. */
  onCheck?: (code: string) => void
}

/** 发票详情: its fields, lines and files, and the payments that use it. */
export default function InvoiceDetail({ code, onClose, onCheck }: Props) {
  const query = useQuery(invoiceQuery(code))
  const { data: known, error } = query
  const data = isGone(error) ? undefined : known
  return (
    <DetailDialog
      title="发票详情"
      width={800}
      onClose={onClose}
      actions={
        onCheck &&
        data?.can.write &&
        !data.voided && (
          <Button type="primary" onClick={() => onCheck(code)}>
            查验
          </Button>
        )
      }
    >
      {data ? <Content invoice={data} /> : <NotLoaded of={query} lines={8} />}
    </DetailDialog>
  )
}

const Content = ({ invoice }: { invoice: Invoice }) => {
  const withUses = useFeature('missing_invoice') && invoice.uses.length > 0
  return (
    <div className={styles.content}>
      <InvoiceFacts invoice={invoice} payment={!withUses} />
      <DuplicateLink of={invoice} />
      {withUses && (
        <Suspense>
          <Uses invoice={invoice} />
        </Suspense>
      )}
      {invoice.items.length > 0 && (
        <section>
          <h2 className={styles.heading}>发票明细</h2>
          <Items items={invoice.items} />
        </section>
      )}
      {invoice.files.length > 0 && (
        <section>
          <h2 className={styles.heading}>发票文件</h2>
          <Files invoice={invoice} />
        </section>
      )}
    </div>
  )
}
