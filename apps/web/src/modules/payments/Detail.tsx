import { inYuan } from '@pianzhang/contract/money'
import { changedAccountText, type PayeeLink } from '@pianzhang/contract/payee-link'
import { PAYMENT_FIELDS, PAYMENT_LINE_FIELDS, type PaymentLineAnswer } from '@pianzhang/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { historyOf } from '../../platform/ledger/history.ts'
import { isGone } from '../../platform/ledger/list.ts'
import { useCan, useFeature } from '../../platform/session/session.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { count } from '../../ui/count.ts'
import { IconPrint } from '../../ui/icons.tsx'
import { Pictures } from '../../ui/images/Pictures.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { DetailDialog } from '../../ui/page/record/DetailDialog.tsx'
import { Fact, Facts } from '../../ui/page/record/Facts.tsx'
import { FoldedHistory } from '../../ui/page/record/History.tsx'
import { DetailActions, type DetailProps } from '../../ui/page/record/RecordDetail.tsx'
import { NotLoaded } from '../../ui/states/States.tsx'
import { ContractLink } from '../contract-picker/ContractLink.tsx'
import { paymentQuery, payments } from './api.ts'
import styles from './Detail.module.css'
import { invoicesOfLine } from './invoicesOfLine.ts'

const historyQuery = historyOf(payments, 'cost_execution')
const PrintVouchers = lazyDialog(() => import('./print/PrintVouchers.tsx'))

/** Column widths of the payment's own fields: narrow for the date, wide for the payer. */
const HEADER = '116px minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1fr)'

/** 付款明细详情, read only. Loads the whole payment, since a row of the list has only a part of it. */
export default function PaymentDetail({
  row: { code },
  onClose,
  onEdit,
  onCopy,
}: DetailProps<{ code: string }>) {
  const query = useQuery(paymentQuery(code))
  const { data: known, error } = query
  const data = isGone(error) ? undefined : known
  const [printing, setPrinting] = useState(false)
  const [withPayees, withRequests] = [useFeature('payee'), useFeature('approval')]
  return (
    <DetailDialog
      width={800}
      title={
        <>
          付款明细详情 <span className={`num ${styles.code}`}>{code}</span>
        </>
      }
      onClose={onClose}
      actions={
        <>
          {data && (
            <Button icon={<IconPrint size={14} />} onClick={() => setPrinting(true)}>
              打印付款单
            </Button>
          )}
          <DetailActions onCopy={data && onCopy} onEdit={(data?.can.write ?? false) && onEdit} />
        </>
      }
    >
      {data ? (
        <>
          {data.imprest_code !== null && <Posted imprest={data.imprest_code} />}
          <Facts columns={HEADER} className={styles.header}>
            <Fact name={PAYMENT_FIELDS.pay_at} value={<span className="num">{data.pay_at}</span>} />
            <Fact name={PAYMENT_FIELDS.payer} value={data.payer} />
            <Fact name={PAYMENT_FIELDS.post} value={data.post} />
            <Fact name="付款总额" value={<MoneyText amount={data.pay_amount_yuan} strong />} />
            {withPayees && data.payee && <Fact name="收款人" value={payeeText(data.payee)} wide />}
            <Fact name={PAYMENT_FIELDS.summary} value={data.summary} wide />
            {withRequests && data.request_code && (
              <Fact name="付款申请" value={<RequestLink code={data.request_code} />} wide />
            )}
          </Facts>
          <Lines lines={data.cost_execution_details} />
          <FoldedHistory of={historyQuery} code={code} />
        </>
      ) : (
        <NotLoaded of={query} lines={8} />
      )}
      {printing && data && (
        <Suspense>
          <PrintVouchers payments={[data]} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
    </DetailDialog>
  )
}

/** Why a payment that a write-off of petty cash posted cannot be edited. */
function Posted({ imprest }: { imprest: string }) {
  const may = useCan()
  const number = <span className="num">{imprest}</span>
  return (
    <p className={styles.posted} role="note">
      由备用金明细{' '}
      {may('imprest', 'read') ? (
        <Link to="/implement/cash" search={{ activeName: 'd', keywords: imprest }}>
          {number}
        </Link>
      ) : (
        number
      )}{' '}
      核销生成，不能编辑；需要修改时，请删除该付款，核销随之撤销。
    </p>
  )
}

/** Number of tabs visible without scrolling; beyond it their count is shown. */
const IN_SIGHT = 10

/** 详情1, 详情2 … as plain buttons: antd measures each of its tabs, which takes seconds for hundreds of lines. */
function Lines({ lines }: { lines: readonly PaymentLineAnswer[] }) {
  const [selected, setShown] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  // A colleague may have removed the last lines.
  const shown = Math.min(selected, Math.max(0, lines.length - 1))
  const line = lines[shown]
  const onKeyDown = (event: React.KeyboardEvent) => {
    const to = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: lines.length - 1 }[event.key]
    if (to === undefined || !lines[to]) return
    event.preventDefault()
    setShown(to)
    ;(list.current?.children[to] as HTMLElement | undefined)?.focus()
  }
  return (
    <>
      {lines.length > IN_SIGHT && <p className={`num ${styles.count}`}>共 {count(lines.length)} 条明细</p>}
      <div ref={list} role="tablist" aria-label="付款明细" className={styles.tabs} onKeyDown={onKeyDown}>
        {lines.map((one, index) => (
          <button
            key={one.code}
            type="button"
            role="tab"
            id={`detail-tab-${index}`}
            aria-selected={index === shown}
            aria-controls={index === shown ? 'detail-line' : undefined}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => setShown(index)}
          >
            详情{index + 1}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="detail-line" aria-labelledby={`detail-tab-${shown}`}>
        {line && <Line key={line.code} line={line} />}
      </div>
    </>
  )
}

function Line({ line }: { line: PaymentLineAnswer }) {
  const invoices = invoicesOfLine(line)
  const withPlans = useFeature('payable')
  return (
    <Facts>
      <Fact name="一级科目" value={line.subject_one_name} />
      <Fact name="二级科目" value={line.subject_two_name} />
      <Fact
        name="三级科目"
        value={
          <>
            <span className="num">{line.subject_three_out_code}</span> {line.subject_three_name}
          </>
        }
      />
      <Fact name={PAYMENT_LINE_FIELDS.pay_channel} value={line.pay_channel_i18n} />
      <Fact name={PAYMENT_LINE_FIELDS.pay_category_id} value={line.pay_category_name} />
      <Fact name={PAYMENT_LINE_FIELDS.voucher_category} value={line.voucher_category_i18n} />
      <Fact name={PAYMENT_LINE_FIELDS.face_tax_rate} value={line.face_tax_rate} />
      <Fact
        name={PAYMENT_LINE_FIELDS.contract_code}
        value={line.contract && <ContractLink contract={line.contract} />}
      />
      {withPlans && line.instalment && <Fact name="付款期次" value={line.instalment.title} />}
      <Fact
        name={inYuan(PAYMENT_LINE_FIELDS.pay_amount)}
        value={<MoneyText amount={line.pay_amount_yuan} strong />}
      />
      {line.no_invoice_reason && <Fact name="无需发票" value={line.no_invoice_reason} />}
      <Fact
        name={PAYMENT_LINE_FIELDS.invoices}
        value={
          invoices.length > 0 &&
          invoices.map((invoice) => (
            <div key={invoice.code}>
              <InvoiceLink invoice={invoice} />
              {invoice.amount && <span className="num">（{invoice.amount} 元）</span>}
            </div>
          ))
        }
        wide
      />
      <Fact name="凭证图片" value={<Pictures name="凭证图片" images={line.voucher_attachments} />} wide />
      <Fact name={PAYMENT_LINE_FIELDS.remark} value={line.remark} wide />
    </Facts>
  )
}

/** To the invoice's details, for those who may read invoices. */
function InvoiceLink({ invoice }: { invoice: NonNullable<PaymentLineAnswer['check_invoice']> }) {
  const may = useCan()
  if (!may('invoice', 'read')) return <span className="num">{invoice.invoice_number}</span>
  return (
    <Link to="/invoice/index" search={{ invoice: invoice.code }} className="num">
      {invoice.invoice_number}
    </Link>
  )
}

/** To the request that it was approved by, for those who may read requests. */
function RequestLink({ code }: { code: string }) {
  const may = useCan()
  if (!may('payment_request', 'read')) return <span className="num">{code}</span>
  return (
    <Link to="/approve" search={{ code } as never} className="num">
      {code}
    </Link>
  )
}

/** With the warning of a changed account. */
const payeeText = ({ name, account_change }: PayeeLink) =>
  account_change ? `${name}（${changedAccountText(account_change)}）` : name
