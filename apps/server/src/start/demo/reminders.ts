import { addDays, today } from '@pianzhang/contract/calendar'
import { reminderBody } from '@pianzhang/contract/reminders'
import { createReminder } from '../../features/reminders/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { workingTime } from './times.ts'

const SINGLE = { category: '0' }
const everyDays = (judge_date: number) => ({ category: '1', mode: '0', judge_date })
const monthlyOn = (judge_date: number) => ({ category: '1', mode: '1', judge_date })

/** By the contract's party; `start` and `end` are days from today. The first two are due today. */
const REMINDERS = [
  { party: '北京灯下编剧工作室', remark: '第三稿修改意见今日返给编剧', start: 0, end: 0, ...SINGLE },
  { party: '北京顺辕汽车租赁有限公司', remark: '每周核对里程与违章', start: -28, end: 14, ...everyDays(7) },
  { party: '杭州幻砾视效科技有限公司', remark: '月度样片送审', start: -60, end: 180, ...monthlyOn(25) },
  { party: '北京远焦影视器材有限公司', remark: '归还器材前核对清单', start: 5, end: 5, ...SINGLE },
  { party: '汇渊财产保险北京分公司', remark: '剧组保险续保', start: 14, end: 14, ...SINGLE },
  { party: '北京正朔会计师事务所', remark: '提交首期审计资料', start: -30, end: -30, ...SINGLE },
]

/** Reminders on the demo's contracts, whose codes are given by party. */
export async function addReminders(
  tx: Tx,
  context: ProjectContext,
  contracts: ReadonlyMap<string, string>,
): Promise<void> {
  const day = today(context.now)
  for (const [index, { party, start, end, ...fields }] of [...REMINDERS].reverse().entries()) {
    const body = reminderBody.parse({
      ...fields,
      contract_code: contracts.get(party),
      start_at: addDays(day, start),
      end_at: addDays(day, end),
    })
    const now = workingTime(addDays(day, Math.min(start, 0) - 3), index)
    await createReminder(tx, { ...context, now }, { params: {}, query: {}, body })
  }
}
