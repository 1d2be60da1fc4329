import { addDays, today } from '@pianzhang/contract/calendar'
import { instalmentsBody } from '@pianzhang/contract/instalments'
import { savePlan } from '../../features/payables/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { INVESTORS, instalmentsOf, PARTIES, type Party } from './content.ts'
import { workingTime } from './times.ts'

/** How many contracts have a plan. */
const MOST = 25
/** Days from today on which the last rent is due, by party: two are overdue, one is due today. */
const LATE: Readonly<Record<string, number>> = {
  横店澜埠影视基地有限公司: -7,
  北京凌隼无人机科技有限公司: -4,
  北京聆谷录音器材有限公司: 0,
  东阳云檐酒店有限公司: 4,
  北京远焦影视器材有限公司: 6,
  金华驰麓运输有限公司: 7,
  北京亮栅照明器材有限公司: 9,
  北京顺辕汽车租赁有限公司: 12,
}
/** What is still to pay of these plans, instead of their last instalment: name, percent, days from today; null: a milestone. */
const LEFT: Readonly<Partial<Record<Party['plan'], readonly (readonly [string, number, number | null])[]>>> =
  {
    script: [
      ['定稿款', 15, 12],
      ['播出款', 15, null],
    ],
    service: [
      ['二期服务款', 15, 13],
      ['结项款', 15, null],
    ],
    post: [
      ['样片款', 20, 26],
      ['交付款', 20, 54],
      ['验收款', 10, null],
    ],
  }

/** Plans of which all is paid. */
const PAID: readonly Party['plan'][] = ['artist', 'premium']

interface Item {
  title: string
  /** The payment type's name. */
  category: string
  due_at: string | null
  percent: number
}

/** Plans of contracts: what was agreed, most of which is paid, and what is due in the weeks to come. `contracts`: codes by party. */
export async function addPlans(
  tx: Tx,
  context: ProjectContext,
  contracts: ReadonlyMap<string, string>,
  firstDay: string,
  codes: { subjects: ReadonlyMap<string, string>; categories: ReadonlyMap<string, string> },
): Promise<void> {
  const incomes = await incomeContracts(tx, context)
  const parties = PARTIES.filter(({ plan }) => plan in LEFT || plan === 'rent' || PAID.includes(plan))
  // Those with something left to pay first.
  const order = parties.toSorted((a, b) => Number(PAID.includes(a.plan)) - Number(PAID.includes(b.plan)))
  let saved = 0
  const save = (code: string, items: readonly object[]) => {
    saved += 1
    const now = workingTime(addDays(firstDay, -4), saved)
    return savePlan(
      tx,
      { ...context, now },
      { params: { code }, query: {}, body: instalmentsBody.parse({ items }) },
    )
  }
  for (const party of order.slice(0, MOST - incomes.length)) {
    const code = contracts.get(party.party)
    if (code === undefined) throw new Error(`no contract with ${party.party}`)
    const items = itemsOf(party, firstDay, today(context.now)).map(({ category, ...item }) => ({
      ...item,
      kind: item.due_at === null ? 'milestone' : 'date',
      subject_code: codes.subjects.get(party.subjects[0]?.[0] ?? ''),
      pay_category_id: codes.categories.get(category),
    }))
    await save(code, items)
  }
  for (const { code, instalments } of incomes)
    await save(
      code,
      instalments.map(([percent, day], index) => ({
        title: `第${index + 1}期`,
        kind: 'date',
        due_at: addDays(firstDay, day),
        percent,
      })),
    )
}

function itemsOf(party: Party, firstDay: string, day: string): Item[] {
  const left = LEFT[party.plan] ?? []
  const agreed = instalmentsOf(party).slice(0, left.length > 0 ? -1 : undefined)
  const late = LATE[party.party]
  return [
    ...agreed.map(
      ([title, category, percent, at], index): Item => ({
        title,
        category,
        percent,
        due_at:
          late !== undefined && index === agreed.length - 1 ? addDays(day, late) : addDays(firstDay, at),
      }),
    ),
    ...left.map(
      ([title, percent, days]): Item => ({
        title,
        category: '尾款',
        percent,
        due_at: days === null ? null : addDays(day, days),
      }),
    ),
  ]
}

/** Two of the investors' contracts: first those of which something is still to come. */
async function incomeContracts(tx: Tx, { project }: ProjectContext) {
  const rows = await tx
    .selectFrom('contracts')
    .select(['code', 'customer'])
    .where('project_id', '=', project.id)
    .where('category', 'in', [3, 4])
    .orderBy('id')
    .execute()
  const lastDay = ({ instalments }: { instalments: readonly (readonly [number, number])[] }) =>
    instalments.at(-1)?.[1] ?? 0
  return rows
    .flatMap(({ code, customer }) => {
      const investor = INVESTORS.find((one) => one.investor === customer && one.category !== '')
      return investor ? [{ code, instalments: investor.instalments }] : []
    })
    .toSorted((a, b) => lastDay(b) - lastDay(a))
    .slice(0, 2)
}
