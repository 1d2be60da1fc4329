import type { Fee } from '@pianzhang/contract/fees'
import { formatYuan } from '@pianzhang/contract/money'
import { useState } from 'react'
import type { Answer } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { fees, feesPaid } from '../api.ts'
import { feeName } from '../words.ts'
import { feeBodyOf, valuesOf } from './values.ts'

interface Values {
  payment_code: string
  remark: string
}
const Item = basicItems<Values>()
const linkOf = ({ payment, remark }: Fee): Values => ({
  payment_code: payment?.payment_code ?? '',
  remark,
})

/** 付款与备注: which saved payment pays a fee, and its remark; both can be changed when its tax is fixed. */
export default function LinkDialog({ row, onClose }: { row: Fee; onClose: () => void }) {
  // A save replaces the whole fee, so it sends the figures of the newest version, which a conflict loads.
  const [latest, setLatest] = useState(row)
  return (
    <FormDialog<Values, Answer<Fee>, Fee>
      title="付款与备注"
      width={480}
      initial={linkOf(row)}
      edited={{ record: row, latest: () => fees.latest(row.code), onLatest: setLatest, valuesOf: linkOf }}
      send={({ payment_code, remark }, key, version) =>
        fees.update(
          row.code,
          { ...feeBodyOf(valuesOf(latest)), payment_code: payment_code || null, remark, version },
          key,
        )
      }
      onSaved={feesPaid}
      onClose={onClose}
    >
      <p>
        {feeName(latest)}，{latest.invoice_vat_yuan === '0.00' ? '实发' : '实发加发票增值税'}{' '}
        <b className="num">{formatYuan(latest.paid_yuan)}</b> 元
      </p>
      <Item.Text
        name="payment_code"
        label="付款编号"
        placeholder="该收款人同一付款日期、金额等于上述金额的付款；清空则取消关联"
      />
      <Item.Note name="remark" label="备注" />
    </FormDialog>
  )
}
