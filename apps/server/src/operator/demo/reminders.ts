import { addDays, today } from '@pianzhang/contract/calendar'
import { reminderBody } from '@pianzhang/contract/contract-cautions'
import { createReminder } from '../../modules/contract-cautions/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

const SINGLE = { category: '0' }
const everyDays = (judge_date: number) => ({ category: '1', mode: '0', judge_date })
const monthlyOn = (judge_date: number) => ({ category: '1', mode: '1', judge_date })

/** By the contract's party; `start` and `end` are days from today. The first three are due today. */
const REMINDERS = [
  { party: '北京某某编剧工作室', remark: '剧本稿费尾款今日到期', start: 0, end: 0, ...SINGLE },
  { party: '北京某某影视器材有限公司', remark: '本周器材租金结算', start: -28, end: 28, ...everyDays(7) },
  { party: '东阳某某酒店有限公司', remark: '退房前每日核对驻地房费', start: -3, end: 60, ...everyDays(1) },
  { party: '杭州某某视效科技有限公司', remark: '视效制作进度款', start: -60, end: 180, ...monthlyOn(25) },
  { party: '平安某某财产保险有限公司', remark: '剧组保险续保', start: 14, end: 14, ...SINGLE },
  { party: '北京某某会计师事务所', remark: '提交首期审计资料', start: -30, end: -30, ...SINGLE },
]

/** Reminders on the demo's contracts, whose codes are given by party. */
export async function addReminders(
  tx: Tx,
  context: ProjectContext,
  contracts: ReadonlyMap<string, string>,
): Promise<void> {
  const day = today(context.now)
  for (const { party, start, end, ...fields } of [...REMINDERS].reverse()) {
    const body = reminderBody.parse({
      ...fields,
      contract_code: contracts.get(party),
      start_at: addDays(day, start),
      end_at: addDays(day, end),
    })
    await createReminder(tx, context, { params: {}, query: {}, body })
  }
}
