import type { Reminder } from '@pianzhang/contract/contract-cautions'
import { Fact, Facts } from '../../ui/page/Facts.tsx'
import { formatMinute } from '../../ui/time.ts'
import { ContractLink } from '../contracts/picker/ContractLink.tsx'
import { modeOf, periodOf } from './words.ts'

/** All that a reminder says. */
export const ReminderFacts = ({ reminder }: { reminder: Reminder }) => (
  <Facts columns="repeat(2, minmax(0, 1fr))">
    <Fact name="合同编号" value={<ContractLink contract={reminder.contract} />} />
    <Fact name="合同主体" value={reminder.contract.customer} />
    <Fact name="提醒类型" value={reminder.category.category_i18n} />
    <Fact name="提醒方式" value={modeOf(reminder)} />
    <Fact
      name={reminder.category.category_value === '0' ? '提醒日期' : '起止日期'}
      value={<span className="num">{periodOf(reminder)}</span>}
    />
    <Fact name="创建时间" value={<span className="num">{formatMinute(reminder.created_at)}</span>} />
    <Fact name="提醒内容" value={reminder.remark} wide />
  </Facts>
)
