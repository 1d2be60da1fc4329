import type { Fee } from '@pianzhang/contract/fees'
import { memo } from 'react'
import { IconLock } from '../../ui/icons.tsx'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import { TextTip } from '../../ui/popup/TextTip.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import { actionsColumn, moneyColumn, numberColumn, textColumn } from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { fees } from './api.ts'
import styles from './fees.module.css'
import { feeName } from './words.ts'

export const REMOVAL = amountRemoval<Fee>(fees, feeName, ({ gross_yuan }) => gross_yuan)

interface Amounts {
  gross_yuan: string
  vat_yuan: string
  surcharge_yuan: string
  taxable_yuan: string
  tax_yuan: string
  net_yuan: string
}

/** The amounts of a fee, or of several. `vat`: whether VAT and its surcharge are shown from the start. */
export const amountColumns = <R extends Amounts>(width: number, vat: boolean): DataColumn<R>[] => {
  const more = vat ? { width } : { width, beginsHidden: true as const }
  return [
    moneyColumn('gross', '税前收入', ({ gross_yuan }) => gross_yuan, { width }),
    moneyColumn('vat', '代扣增值税', ({ vat_yuan }) => vat_yuan, more),
    moneyColumn('surcharge', '附加税费', ({ surcharge_yuan }) => surcharge_yuan, more),
    moneyColumn('taxable', '应纳税所得额', ({ taxable_yuan }) => taxable_yuan, { width }),
    moneyColumn('tax', '预扣税额', ({ tax_yuan }) => tax_yuan, { width, essential: true }),
    moneyColumn('net', '实发金额', ({ net_yuan }) => net_yuan, { width, essential: true }),
  ]
}

/** Says why a record cannot be changed. */
const Lock = ({ why }: { why: string }) => (
  <TextTip text={() => why}>
    <button type="button" className={styles.lock} aria-label={`已锁定：${why}`}>
      <IconLock size={14} />
    </button>
  </TextTip>
)

const HIDDEN = { beginsHidden: true } as const

/** `actionsOf`: undefined where the person may change nothing. */
export const feeColumns = (
  actionsOf: ((row: Fee) => readonly RowAction[]) | undefined,
): DataColumn<Fee>[] => [
  {
    key: 'payee',
    title: '收款人',
    width: 96,
    fixed: 'start',
    text: ({ payee }) => payee.name,
    render: ({ payee, locked }) => (
      <span className={styles.payee}>
        <span title={payee.name}>{payee.name}</span>
        {locked !== '' && <Lock why={locked} />}
      </span>
    ),
  },
  numberColumn('pay_at', '付款日期', ({ pay_at }) => pay_at, { width: 102, ...HIDDEN }),
  textColumn('kind', '所得项目', ({ kind_i18n }) => kind_i18n, { least: 108 }),
  textColumn('basis', '口径', ({ basis_i18n }) => basis_i18n, { width: 54 }),
  ...amountColumns<Fee>(102, false),
  moneyColumn('invoice_vat', '发票增值税', ({ invoice_vat_yuan }) => invoice_vat_yuan, {
    width: 102,
    ...HIDDEN,
  }),
  moneyColumn('paid', '付款金额', ({ paid_yuan }) => paid_yuan, { width: 102, ...HIDDEN }),
  textColumn('id_number', '证件号码', ({ id_number }) => id_number, { width: 168, ...HIDDEN }),
  numberColumn('payment', '付款', ({ payment }) => payment?.payment_code, {
    width: 136,
    none: '未登记',
    ...HIDDEN,
  }),
  numberColumn('remitted', '缴税付款', ({ remitted }) => remitted?.payment_code, {
    width: 136,
    none: '未缴',
    ...HIDDEN,
  }),
  textColumn('remark', '备注', ({ remark }) => remark, { width: 140, ...HIDDEN }),
  textColumn('creator', '创建人', ({ creator_name }) => creator_name, { width: 88, ...HIDDEN }),
  ...(actionsOf ? [actionsColumn(56, feeName, actionsOf)] : []),
]

/** A fee as a card on phones. */
export const Card = memo(function Card({
  row,
  actionsOf,
}: {
  row: Fee
  actionsOf: (row: Fee) => readonly RowAction[]
}) {
  return (
    <RecordCard
      rowKey={row.code}
      of={feeName(row)}
      title={row.payee.name}
      amount={row.gross_yuan}
      amountNote="税前"
      {...(row.remark !== '' && { text: row.remark })}
      meta={[
        row.pay_at,
        `${row.kind_i18n} · ${row.basis_i18n}`,
        { label: '预扣税额', amount: row.tax_yuan },
        { label: '实发', amount: row.net_yuan },
        ...(row.locked === '' ? [] : ['已锁定']),
      ]}
      actions={actionsOf(row)}
    />
  )
})
