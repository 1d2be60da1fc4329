import { addDays, today } from '@pianzhang/contract/calendar'
import { instalmentsBody } from '@pianzhang/contract/instalments'
import { savePlan } from '../../modules/payables/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { INVESTORS, PARTIES, type Party, PLANS } from './content.ts'

/** How many contracts have a plan. */
const MOST = 25
/** Days from today on which the last rent is due, by party, where that is not its day of the contract: two are overdue, one is due today. */
const LATE: Readonly<Record<string, number>> = {
  横店某某影视基地有限公司: -7,
  北京某某无人机科技有限公司: -4,
  北京某某录音器材有限公司: 0,
  东阳某某酒店有限公司: 4,
  金华某某运输有限公司: 7,
}
/** What is still to pay of these plans, instead of their last instalment: name, percent, days from today; null: a milestone. */
const LEFT: Readonly<Partial<Record<Party['plan'], readonly (readonly [string, number, number | null])[]>>> =
  {
    script: [
      ['尾款第一期', 15, 12],
      ['尾款第二期', 15, null],
    ],
    post: [
      ['样片款', 20, 26],
      ['交付款', 20, 54],
      ['验收尾款', 10, null],
    ],
  }

interface Item {
  title: string
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
  const parties = PARTIES.filter(({ plan }) => plan in LEFT || plan === 'rent' || plan === 'artist')
  // Those with something left to pay first.
  const order = parties.toSorted((a, b) => Number(a.plan === 'artist') - Number(b.plan === 'artist'))
  const save = (code: string, items: readonly object[]) =>
    savePlan(tx, context, { params: { code }, query: {}, body: instalmentsBody.parse({ items }) })
  for (const party of order.slice(0, MOST - incomes.length)) {
    const code = contracts.get(party.payer)
    if (code === undefined) throw new Error(`no contract with ${party.payer}`)
    const items = itemsOf(party, firstDay, today(context.now)).map((item) => ({
      ...item,
      kind: item.due_at === null ? 'milestone' : 'date',
      subject_code: codes.subjects.get(party.subjects[0]?.[0] ?? ''),
      pay_category_id: codes.categories.get(item.title) ?? codes.categories.get('进度款'),
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

function itemsOf({ payer, plan }: Party, firstDay: string, day: string): Item[] {
  const left = LEFT[plan] ?? []
  const agreed = PLANS[plan].slice(0, left.length > 0 ? -1 : undefined)
  const late = LATE[payer]
  return [
    ...agreed.map(
      ([title, percent, at], index): Item => ({
        title,
        percent,
        due_at:
          late !== undefined && index === agreed.length - 1 ? addDays(day, late) : addDays(firstDay, at),
      }),
    ),
    ...left.map(
      ([title, percent, days]): Item => ({
        title,
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
