import { addDays } from '@pianzhang/contract/calendar'
import { idNumberWarning } from '@pianzhang/contract/id-number'
import { kindOf } from '@pianzhang/contract/payee-kind'
import { payeeBody, payeeUpdate } from '@pianzhang/contract/payees'
import { createPayee, updatePayee } from '../../base/payees/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { PAYEE_RULES } from '../rules.ts'
import { PARTIES, TRADES } from './content.ts'
import { DEMO_COMPANY } from './people.ts'
import { workingTime } from './times.ts'

/** Payees whom nobody has paid yet. */
const INVENTED = [
  '横店刨花木作工坊',
  '周敏',
  '北京叁页图文设计中心',
  '金华驰麓运输有限公司',
  '横店老樟影视道具租赁部',
] as const
/** Who changed an account, and how many days ago. */
const CHANGED = { payee: '北京远焦影视器材有限公司', days: 3 } as const
const DAY_MS = 24 * 3600_000

const NAMES = [
  ...new Set<string>([
    ...PARTIES.map(({ party }) => party),
    ...TRADES.map(({ payee }) => payee),
    ...INVENTED,
  ]),
]

/** Province, city, number of the district, and branch of a bank, by how names of payees begin; all others are where the crew is. */
const PLACES: Readonly<
  Record<string, readonly [province: string, city: string, district: string, branch: string]>
> = {
  北京: ['北京', '北京', '110105', '北京槐荫里支行'],
  上海: ['上海', '上海', '310115', '上海鹭汀路支行'],
  杭州: ['浙江', '杭州', '330106', '杭州竹檐支行'],
  金华: ['浙江', '金华', '330703', '金华婺畔支行'],
  苏州: ['江苏', '苏州', '320508', '苏州砚池支行'],
  南京: ['江苏', '南京', '320102', '南京汀屿支行'],
  成都: ['四川', '成都', '510104', '成都花照支行'],
  西安: ['陕西', '西安', '610103', '西安雁书支行'],
  霍尔: ['新疆', '伊犁', '654004', '霍尔果斯河畔支行'],
}
const CREW_PLACE = ['浙江', '东阳', '330783', '东阳江埠支行'] as const
const placeOf = (name: string) => PLACES[name.slice(0, 2)] ?? CREW_PLACE
const BANKS = ['工商银行', '招商银行', '建设银行', '汇澄银行'] as const

const creditCodes = new Map<string, string>()

/** An invented unified social credit code with a right check character, for an organisation; '' for a person. */
export function creditCodeOf(name: string): string {
  if (name !== DEMO_COMPANY && kindOf(name) === '0') return ''
  const known = creditCodes.get(name)
  if (known) return known
  const body = `91${placeOf(name)[2]}MA${String(NAMES.indexOf(name) + 2).padStart(2, '0')}K7Y3${kindOf(name)}`
  const checks = [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].map((check) => body + check)
  const code = checks.find((one) => idNumberWarning(one) === null) ?? ''
  creditCodes.set(name, code)
  return code
}

/** The first two digits of the place where somebody issues invoices. */
export const areaOf = (name: string): string => placeOf(name)[2].slice(0, 2)

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

/** Where a payee has which account. */
export function bankOf(name: string, index = NAMES.indexOf(name)) {
  const [province, city, , branch] = placeOf(name)
  return {
    bank_name: `${BANKS[index % BANKS.length]}${branch}`,
    province,
    city,
    account: accountOf(index, kindOf(name) === '0'),
  }
}

/** Adds the payees of the demo's parties and trades, and some more; returns their codes by name. */
export async function addPayees(
  tx: Tx,
  context: ProjectContext,
  firstDay: string,
): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>()
  for (const [index, name] of NAMES.entries()) {
    const kind = kindOf(name)
    const { code } = await createPayee(
      tx,
      { ...context, now: workingTime(addDays(firstDay, Math.floor(index / 2) - 45), index) },
      {
        params: {},
        query: {},
        body: payeeBody.parse({
          name,
          kind,
          phone: kind === '1' ? '' : `138${String(12_340_000 + index * 137)}`,
          ...bankOf(name),
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
  await updatePayee(tx, { ...context, now }, PAYEE_RULES, {
    params: { code },
    query: {},
    body: payeeUpdate.parse({
      name: CHANGED.payee,
      kind: kindOf(CHANGED.payee),
      account: accountOf(999, false),
      bank_name: '招商银行北京柳荫桥支行',
      province: '北京',
      city: '北京',
    }),
  })
}
