import type { Reminder } from '@pianzhang/contract/reminders'
import { useCan } from '../../platform/session/session.ts'
import { Fact, Facts } from '../../ui/page/record/Facts.tsx'
import { type DetailProps, RecordDetail } from '../../ui/page/record/RecordDetail.tsx'
import { formatMinute } from '../../ui/time.ts'
import { ContractFacts } from '../contract-picker/ContractFacts.tsx'
import { ContractLink } from '../contract-picker/ContractLink.tsx'
import { useContract } from '../contract-picker/selects.ts'
import { modeOf, periodOf } from './words.ts'

/** 提醒详情, with what was signed, paid and is left on its contract. */
export default function ReminderDetail({ row, ...dialog }: DetailProps<Reminder>) {
  const contract = useContract(row.contract.code, useCan()('contract', 'read'))
  return (
    <RecordDetail row={row} {...dialog} title="提醒详情" width={560}>
      <Facts columns="repeat(2, minmax(0, 1fr))">
        <Fact name="合同编号" value={<ContractLink contract={row.contract} />} />
        <Fact name="合同主体" value={row.contract.customer} />
        <Fact name="提醒类型" value={row.category.category_i18n} />
        <Fact name="提醒方式" value={modeOf(row)} />
        <Fact
          name={row.category.category_value === '0' ? '提醒日期' : '起止日期'}
          value={<span className="num">{periodOf(row)}</span>}
        />
        <Fact name="创建时间" value={<span className="num">{formatMinute(row.created_at)}</span>} />
        <Fact name="提醒内容" value={row.remark} wide />
      </Facts>
      {contract && <ContractFacts contract={contract} />}
    </RecordDetail>
  )
}
