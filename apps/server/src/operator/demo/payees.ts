import { addDays } from '@pianzhang/contract/calendar'
import { kindOf } from '@pianzhang/contract/payee-kind'
import { payeeBody, payeeUpdate } from '@pianzhang/contract/payees'
import { createPayee, updatePayee } from '../../modules/payees/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { PARTIES, TRADES } from './content.ts'

/** Payees whom nobody has paid yet. */
const INVENTED = [
  '横店某某木作工坊',
  '周敏',
  '北京某某图文设计中心',
  '金华某某运输有限公司',
  '某某影视道具租赁部',
] as const
/** How many payees the demo has. */
const PAYEES = 60
/** Who changed an account, and how many days ago. */
const CHANGED = { payee: '北京某某影视器材有限公司', days: 3 } as const
const DAY_MS = 24 * 3600_000

const NAMES = [...new Set([...PARTIES, ...TRADES].map(({ payer }) => payer).concat(INVENTED))].slice(
  0,
  PAYEES,
)

const PLACES = [
  ['北京', '北京', '北京某某支行'],
  ['浙江', '东阳', '横店某某支行'],
  ['上海', '上海', '上海某某支行'],
  ['浙江', '杭州', '杭州某某支行'],
] as const
const BANKS = ['工商银行', '招商银行', '建设银行', '某某银行'] as const

/** An invented card or account: cards pass Luhn's check, as wrong ones would be warned of. */
function accountOf(index: number, isPerson: boolean): string {
  if (!isPerson) return `1109${String(10_000_000 + index * 7_919)}`
  const digits = `622202${String(100_000_000 + index * 7_919)}`
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Adds the payees of the demo's parties and trades, and some more; returns their codes by name. */
export async function addPayees(
  tx: Tx,
  context: ProjectContext,
  firstDay: string,
): Promise<ReadonlyMap<string, string>> {
  const now = new Date(`${addDays(firstDay, -40)}T10:18:00+08:00`)
  const codes = new Map<string, string>()
  for (const [index, name] of NAMES.entries()) {
    const kind = kindOf(name)
    const [province, city, branch] = PLACES[index % PLACES.length] ?? PLACES[0]
    const { code } = await createPayee(
      tx,
      { ...context, now },
      {
        params: {},
        query: {},
        body: payeeBody.parse({
          name,
          kind,
          phone: kind === '1' ? '' : `138${String(12_340_000 + index * 137)}`,
          bank_name: `${BANKS[index % BANKS.length]}${branch}`,
          province,
          city,
          account: accountOf(index, kind === '0'),
        }),
      },
    )
    codes.set(name, code)
  }
  return codes
}

/** Changes the account of one payee some days ago, which is marked until today. */
export async function changeAccount(
  tx: Tx,
  context: ProjectContext,
  payees: ReadonlyMap<string, string>,
): Promise<void> {
  const code = payees.get(CHANGED.payee) ?? ''
  const now = new Date(context.now.getTime() - CHANGED.days * DAY_MS)
  await updatePayee(
    tx,
    { ...context, now },
    {
      params: { code },
      query: {},
      body: payeeUpdate.parse({
        name: CHANGED.payee,
        kind: kindOf(CHANGED.payee),
        account: accountOf(999, false),
        bank_name: '招商银行北京望京某某支行',
        province: '北京',
        city: '北京',
      }),
    },
  )
}
