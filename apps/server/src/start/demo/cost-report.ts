import { moveBody } from '@pianzhang/contract/budget-versions'
import { addDays, today, weekRange } from '@pianzhang/contract/calendar'
import { allocationsBody } from '@pianzhang/contract/contract-allocations'
import { estimateBody } from '@pianzhang/contract/cost-report'
import { yuan } from '@pianzhang/contract/money'
import { saveAllocations } from '../../base/contracts/allocations.ts'
import { createMove } from '../../features/budget-versions/moves.ts'
import { lockVersion } from '../../features/budget-versions/versions.ts'
import { saveEstimate } from '../../features/cost-reports/estimates.ts'
import { freeze } from '../../features/cost-reports/issue.ts'
import { saveShootingDays } from '../../features/cost-reports/shooting.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { PARTIES } from './content.ts'
import { SHOOTING_DAYS, sharesOf } from './drafts.ts'
import { workingTime } from './times.ts'

/** Contracts that nobody has allocated to subjects yet, by their parties. */
const UNALLOCATED = ['北京衡砚律师事务所', '汇渊财产保险北京分公司']

/** The scenes of shooting days, one after the other; every seventh day nobody shoots. */
const SCENES = ['灯具行内景', '码头日戏', '码头夜戏，A、B 两组', '弄堂外景', '报馆内景', '城门外景，转场']
const WEEK = 7

/** Moves while the budget was locked: the day of shooting, subjects, yuan, reason. */
const MOVES = [
  {
    day: 24,
    from: '19000303',
    to: '19000302',
    amount: '80000',
    reason: '外景加工增加一处弄堂，置景材料有余',
  },
  { day: 61, from: '26000102', to: '24000102', amount: '120000', reason: '加租一套镜头，车辆租期缩短' },
  { day: 95, from: '25000103', to: '27000102', amount: '150000', reason: '棚期提前结束，驻地延住十天' },
] as const

/** What was typed in the last days: ETC or EFC in yuan. */
const ESTIMATES = [
  { subject: '19000301', mode: 'etc', amount: '350000', remark: '码头内景加层，按报价' },
  { subject: '19000303', mode: 'etc', amount: '50000', remark: '余料够用，只补木方' },
  { subject: '27000102', mode: 'efc', amount: '2450000', remark: '驻地延住，按房间数重算' },
] as const

/** Shares of the contracts by the subjects that they are paid on, typed in the week before the shooting. `contracts`: codes by party. */
export async function addAllocations(
  tx: Tx,
  context: ProjectContext,
  firstDay: string,
  contracts: ReadonlyMap<string, string>,
  subjects: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [index, { party, amount, subjects: weights }] of PARTIES.entries()) {
    const code = contracts.get(party)
    if (code === undefined || UNALLOCATED.includes(party)) continue
    const items = sharesOf(BigInt(amount) * 100n, weights).map(([number, fen]) => ({
      subject_code: subjects.get(number),
      amount: yuan(fen),
    }))
    const now = workingTime(addDays(firstDay, Math.floor(index / 20) - 6), index)
    await saveAllocations(
      tx,
      { ...context, now },
      {
        params: { code },
        query: {},
        body: allocationsBody.parse({ items }),
      },
    )
  }
}

/** The budget, locked two weeks before the first day of shooting. */
export async function lockBudgetOf(tx: Tx, context: ProjectContext, firstDay: string): Promise<void> {
  const now = new Date(`${addDays(firstDay, -14)}T17:40:00+08:00`)
  await lockVersion(tx, { ...context, now }, { params: {}, query: {}, body: { name: '开机预算' } })
}

/** The moves of a week that begins `from` days after the first one. */
export async function addMoves(
  tx: Tx,
  context: ProjectContext,
  firstDay: string,
  from: number,
  subjects: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { day, from: giver, to, amount, reason } of MOVES) {
    if (day < from || day >= from + WEEK) continue
    const moved_at = addDays(firstDay, day)
    const body = moveBody.parse({
      from_code: subjects.get(giver),
      to_code: subjects.get(to),
      amount,
      reason,
      moved_at,
    })
    const now = new Date(`${moved_at}T11:20:00+08:00`)
    await createMove(tx, { ...context, now }, { params: {}, query: {}, body })
  }
}

/** Issues the report of the Sunday in a week of shooting, as the server does on Mondays; not of the first week, nor of a Sunday to come. */
export async function issueReportOf(
  tx: Tx,
  context: ProjectContext,
  firstDay: string,
  from: number,
): Promise<void> {
  const [, sunday] = weekRange(addDays(firstDay, from))
  if (from === 0 || sunday >= today(context.now)) return
  const now = new Date(`${addDays(sunday, 1)}T00:02:00+08:00`)
  const code = await freeze(tx, { projectId: context.project.id, issuerId: null, now }, sunday)
  await audit(
    tx,
    { ...context, now, userId: null, userName: '系统' },
    { action: 'create', resource: 'cost_report', code, label: `截至${sunday}`, after: { as_of: sunday } },
  )
}

/** The shooting days so far. */
export async function addShootingDays(tx: Tx, context: ProjectContext, firstDay: string): Promise<void> {
  const days = Array.from({ length: SHOOTING_DAYS }, (_, day) => day).filter((day) => day % WEEK !== WEEK - 1)
  const items = days.map((day, index) => ({
    day: addDays(firstDay, day),
    day_no: index + 1,
    remark: SCENES[index % SCENES.length] ?? '',
  }))
  await saveShootingDays(tx, context, { params: {}, query: {}, body: { items, version: undefined } })
}

export async function addEstimates(
  tx: Tx,
  context: ProjectContext,
  subjects: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { subject, ...fields } of ESTIMATES) {
    const subject_code = subjects.get(subject) ?? ''
    await saveEstimate(tx, context, { params: { subject_code }, query: {}, body: estimateBody.parse(fields) })
  }
}
