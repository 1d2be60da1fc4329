import { settlementBody } from '@pianzhang/contract/contract-allocations'
import type { Contract } from '@pianzhang/contract/contracts'
import { formatYuan } from '@pianzhang/contract/money'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../../ui/form/items/basic.tsx'
import { contracts } from '../../api.ts'
import { settle } from './api.ts'

interface Values {
  reason: string
}
const Item = basicItems<Values>()
const valuesOf = ({ settled_reason = '' }: Contract): Values => ({ reason: settled_reason })

/** 结清: nothing more will be paid on the contract. */
export default function SettleDialog({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const { code, unpay_amount_yuan } = contract
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof settle>>, Contract>
      title="结清合同"
      width={480}
      initial={valuesOf(contract)}
      shape={settlementBody.shape}
      edited={{ record: contract, latest: () => contracts.latest(code), valuesOf }}
      send={({ reason }, key, version) => settle(code, { settled: true, reason, version }, key)}
      onSaved={contracts.changed}
      onClose={onClose}
    >
      <p>未付 {formatYuan(unpay_amount_yuan)} 元将不再计入成本报表的合同未付。</p>
      <Item.Text
        name="reason"
        label="结清原因"
        required
        rules={[{ required: true, whitespace: true, message: '请输入结清原因' }]}
      />
    </FormDialog>
  )
}
