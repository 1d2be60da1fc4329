import { formatYuan } from '@pianzhang/contract/money'
import type { Remittance, Remitted } from '@pianzhang/contract/remittances'
import { useState } from 'react'
import type { Answer } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { Columns } from '../../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../../ui/form/items/choices.tsx'
import { dayItems } from '../../../ui/form/items/days.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { BarSwitch } from '../../../ui/table/BarSwitch.tsx'
import { MiniTable } from '../../../ui/table/MiniTable.tsx'
import { usePayChannels, usePaymentTypes } from '../../booking/choices.ts'
import { SubjectItem } from '../../subjects/picker/SubjectItem.tsx'
import { feesPaid, remit } from '../api.ts'
import styles from './remit.module.css'
import { type Remitting, remitBodyOf } from './remitting.ts'

const Item = { ...basicItems<Remitting>(), ...choiceItems<Remitting>(), ...dayItems<Remitting>() }
const WAYS = [
  { key: 'new', text: '登记新付款' },
  { key: 'saved', text: '关联已有付款' },
] as const
/** Asked before the month has ended. */
const early = (month: string) =>
  ({
    title: `${month} 尚未结束，现在缴税？`,
    text: '缴税后当月不能再登记、修改劳务。确需更正时，须先删除缴税付款。',
    field: 'pay_at',
  }) as const
const needed = (message: string) => ({ required: true, rules: [{ required: true, message }] })

/** 缴税: books the payment that was drafted, or names the saved one, such as one that was approved. */
export default function RemitDialog({ draft, onClose }: { draft: Remittance; onClose: () => void }) {
  const [way, setWay] = useState<(typeof WAYS)[number]['key']>('new')
  const channels = usePayChannels()
  const categories = usePaymentTypes()
  const lines = draft.cost_execution_details
  const unpaid = lines.some(({ subject_three_code }) => subject_three_code === null)
  return (
    <FormDialog<Remitting, Answer<Remitted>>
      title={`缴纳 ${draft.month} 税款`}
      okText={way === 'new' ? '登记付款' : '关联付款'}
      width={680}
      initial={{
        pay_at: draft.pay_at,
        payer: draft.payer,
        pay_channel: null,
        pay_category_id: lines[0]?.pay_category_id ?? null,
        subject_three_code: null,
        payment_code: '',
      }}
      doubt={() => (draft.ended ? undefined : early(draft.month))}
      send={(values, key) => remit(remitBodyOf(draft, values, way), key)}
      // 409: what is due has changed; the dialog's draft is then of no use.
      onRefused={({ message }) => void toast.error(message)}
      onSaved={feesPaid}
      onClose={onClose}
    >
      <p>
        共 <b className="num">{formatYuan(draft.pay_amount_yuan)}</b> 元，缴款期限 {draft.due_at}
        。每个科目和合同一条明细，缴税后成本和合同已付等于税前收入。{draft.hint}。
      </p>
      <MiniTable
        label="税款明细"
        titles={['科目', '合同']}
        ends={['笔数', '税款（元）']}
        className={styles.table}
        box={styles.scroll}
      >
        {lines.map((line) => (
          <tr key={`${line.subject_three_code} ${line.contract_code}`}>
            <th scope="row">{line.subject || '未登记付款的劳务'}</th>
            <td>{line.contract_out_code || '-'}</td>
            <td className="num">{line.count}</td>
            <td className="num">{formatYuan(line.pay_amount)}</td>
          </tr>
        ))}
      </MiniTable>
      <div className={styles.ways}>
        <BarSwitch label="登记方式" options={WAYS} value={way} onChange={setWay} />
      </div>
      {way === 'new' ? (
        <Columns>
          <Item.Day name="pay_at" label="付款日期" required booking />
          <Item.Text name="payer" label="付款方" {...needed('请输入付款方')} />
          <Item.Choice name="pay_channel" label="付款方式" of={channels} {...needed('请选择付款方式')} />
          <Item.Choice
            name="pay_category_id"
            label="付款类型"
            of={categories}
            {...needed('请选择付款类型')}
          />
          {unpaid && (
            <SubjectItem
              name="subject_three_code"
              label="未登记付款的劳务的科目"
              wide
              {...needed('请选择科目')}
            />
          )}
        </Columns>
      ) : (
        <Item.Text
          name="payment_code"
          label="付款编号"
          placeholder="明细与上表的科目、合同、税款一致的付款"
          {...needed('请输入付款编号')}
        />
      )}
    </FormDialog>
  )
}
