import type { Invoice } from '@pianzhang/contract/invoices'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../../ui/page/record/Facts.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { PaymentLink } from '../../booking/PaymentLink.tsx'
import { Status } from '../Status.tsx'
import { reasonName } from '../words.ts'

const num = (value: string | null) => value && <span className="num">{value}</span>
const money = (amount: string | null) => amount !== null && <MoneyText amount={amount} />

/** All fields of an invoice, without its lines and files. `payment`: with the only payment that uses it. */
export const InvoiceFacts = ({ invoice, payment }: { invoice: Invoice; payment: boolean }) => (
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
