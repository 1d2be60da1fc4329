import { paymentApi } from '@pianzhang/contract/api/books'
import { MAX_VOUCHERS } from '@pianzhang/contract/attachments'
import { formatYuan } from '@pianzhang/contract/money'
import {
  PAYMENT_FIELDS,
  PAYMENT_LINE_FIELDS,
  type PaymentLineAnswer,
  type PaymentListItem,
} from '@pianzhang/contract/payments'
import { call, readAny } from '../../platform/api/api.ts'
import { PictureDesk } from '../../ui/images/add/PictureDesk.tsx'
import type { DeskProps, PictureRecords, Place } from '../../ui/images/add/records.ts'
import { IMAGE_TYPES } from '../../ui/images/images.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../ui/page/record/Facts.tsx'
import { ContractLink } from '../contract-picker/ContractLink.tsx'
import { payments, readPayments } from './api.ts'
import { invoicesOfLine } from './invoicesOfLine.ts'

/** A line of a payment with its place. */
interface LinePlace extends Place {
  line: PaymentLineAnswer
}

const placeOf = (line: PaymentLineAnswer, index: number): LinePlace => ({
  key: line.code,
  name: `详情${index + 1} ${line.subject_three_name} ${formatYuan(line.pay_amount_yuan)}`,
  pictures: line.voucher_attachments,
  line,
})

const PICTURES: PictureRecords<PaymentListItem> = {
  what: '凭证图片',
  most: MAX_VOUCHERS,
  types: IMAGE_TYPES,
  keyOf: ({ code }) => code,
  nameOf: ({ code }) => code,
  refused: ({ can, imprest_code }) =>
    can.write
      ? undefined
      : imprest_code === null
        ? '您没有修改该付款的权限'
        : `该付款由备用金明细 ${imprest_code} 核销生成，不能修改`,
  places: async ({ code, line_count, cost_execution_details: listed }) => {
    const [whole] =
      line_count > listed.length ? await readPayments([code], new AbortController().signal, () => {}) : []
    return (whole?.cost_execution_details ?? listed).map(placeOf)
  },
  add: ({ code }, { key }, codes) =>
    call(paymentApi.addVouchers, {
      params: { code },
      body: { line_code: key, voucher_attachment_codes: codes },
      handled: true,
      timeout: 30_000,
    }),
  changed: payments.changed,
  lacking: async (params, signal) => {
    const { items, listTotal } = await readAny(paymentApi.list, { query: params, signal, handled: true })
    return { rows: items, total: listTotal }
  },
  facts: (row, place) => <PaymentFacts row={row} place={place as LinePlace} />,
}

function PaymentFacts({ row, place: { line, name } }: { row: PaymentListItem; place: LinePlace }) {
  const [number] = name.split(' ')
  const invoices = invoicesOfLine(line).map(({ invoice_number }) => invoice_number)
  return (
    <Facts columns="repeat(2, minmax(0, 1fr))">
      <Fact name="付款编号" value={<span className="num">{row.code}</span>} />
      <Fact name={PAYMENT_FIELDS.pay_at} value={<span className="num">{row.pay_at}</span>} />
      <Fact name={PAYMENT_FIELDS.payer} value={row.payer} wide />
      <Fact name={PAYMENT_FIELDS.summary} value={row.summary} wide />
      {row.line_count > 1 && <Fact name="付款总额" value={<MoneyText amount={row.pay_amount_yuan} />} wide />}
      <Fact
        name={`${row.line_count > 1 ? number : ''}付款金额（元）`}
        value={<MoneyText amount={line.pay_amount_yuan} strong />}
        wide
      />
      <Fact
        name="科目"
        value={
          <>
            <span className="num">{line.subject_three_out_code}</span> {line.subject_three_name}
          </>
        }
        wide
      />
      <Fact name={PAYMENT_LINE_FIELDS.voucher_category} value={line.voucher_category_i18n} />
      <Fact name={PAYMENT_LINE_FIELDS.pay_channel} value={line.pay_channel_i18n} />
      {invoices.length > 0 && (
        <Fact
          name={PAYMENT_LINE_FIELDS.invoices}
          value={<span className="num">{invoices.join('、')}</span>}
          wide
        />
      )}
      {line.contract && (
        <Fact
          name={PAYMENT_LINE_FIELDS.contract_code}
          value={<ContractLink contract={line.contract} />}
          wide
        />
      )}
      {line.remark && <Fact name={PAYMENT_LINE_FIELDS.remark} value={line.remark} wide />}
    </Facts>
  )
}

/** 凭证图片 of payments. */
export default function PaymentPictures(props: DeskProps<PaymentListItem>) {
  return <PictureDesk of={PICTURES} {...props} />
}
