import type { Calculation, Fee } from '@pianzhang/contract/fees'
import { formatYuan } from '@pianzhang/contract/money'
import { useRef } from 'react'
import type { Answer } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { Columns } from '../../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../../ui/form/items/choices.tsx'
import { usePayChannels, usePaymentTypes } from '../../booking/choices.ts'
import { useContractOptions } from '../../contract-picker/options.tsx'
import { OUT } from '../../contract-picker/selects.ts'
import { SubjectItem } from '../../subjects/picker/SubjectItem.tsx'
import { fees, feesPaid } from '../api.ts'
import { type Values as FeeValues, feeBodyOf } from './values.ts'

interface Values {
  subject_three_code: string | null
  pay_channel: string | null
  pay_category_id: string | null
  contract_code: string | null
  post: string
  summary: string
  remark: string
}
const Item = { ...basicItems<Values>(), ...choiceItems<Values>() }
const EMPTY: Values = {
  ...{ subject_three_code: null, pay_channel: null, pay_category_id: null, contract_code: null },
  ...{ post: '', summary: '', remark: '' },
}
const needed = (message: string) => ({ required: true, rules: [{ required: true, message }] })

interface Props {
  values: FeeValues
  computed: Calculation | undefined
  onPaid: (fee: Fee) => void
  onClose: () => void
}

/** 计税并登记付款: saves a fee with the payment of what is left, both or none. */
export default function FeePayDialog({ values: fee, computed, onPaid, onClose }: Props) {
  const categories = usePaymentTypes()
  const channels = usePayChannels()
  const contracts = useContractOptions(OUT, [], () => null)
  const saved = useRef<Fee>(undefined)
  return (
    <FormDialog<Values, Answer<Fee>>
      title="计税并登记付款"
      width={640}
      initial={EMPTY}
      send={({ remark, ...payment }, key) =>
        fees.create({ ...feeBodyOf(fee), remark, payment }, key, { timeout: 30_000 })
      }
      fieldOf={(field) => field.replace(/^payment\./, '')}
      onSaved={async ({ data }) => {
        saved.current = data
        await feesPaid()
      }}
      onClose={() => (saved.current ? onPaid(saved.current) : onClose())}
    >
      <p>
        {computed ? (
          <>
            向 {fee.payee?.name} 付款 <b className="num">{formatYuan(computed.paid_yuan)}</b> 元（税前{' '}
            <span className="num">{formatYuan(computed.gross_yuan)}</span>，预扣税额{' '}
            <span className="num">{formatYuan(computed.tax_yuan)}</span>
            {computed.invoice_vat_yuan !== '0.00' && (
              <>
                ，发票增值税 <span className="num">{formatYuan(computed.invoice_vat_yuan)}</span>
              </>
            )}
            ）。付款与劳务记录同时保存，代扣的税款留在“应缴税款”，缴税后成本等于税前收入
            {computed.invoice_vat_yuan !== '0.00' && '加发票增值税'}。
          </>
        ) : (
          '付款金额为实发金额，付款与劳务记录同时保存。'
        )}
      </p>
      <Columns>
        <SubjectItem name="subject_three_code" wide {...needed('请选择科目')} />
        <Item.Choice name="pay_channel" label="付款方式" of={channels} {...needed('请选择付款方式')} />
        <Item.Choice name="pay_category_id" label="付款类型" of={categories} {...needed('请选择付款类型')} />
        <Item.Reference name="contract_code" label="合同" of={contracts} wide />
        <Item.Text name="post" label="部门/岗位" />
        <Item.Text name="summary" label="摘要" placeholder="不填时为收款人、月份和所得项目" />
        <Item.Note name="remark" label="备注" wide rows={[1, 4]} />
      </Columns>
    </FormDialog>
  )
}
