import { addDays, today } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import { readBody } from '@pianzhang/contract/notifications'
import {
  approvalRulesBody,
  deputyBody,
  paymentRequestBody,
  rejectBody,
  requestAct,
} from '@pianzhang/contract/payment-requests'
import { sql } from 'kysely'
import { approveRequest, rejectRequest, withdrawRequest } from '../../features/payment-requests/decide.ts'
import { setDeputy } from '../../features/payment-requests/deputy.ts'
import { saveRules } from '../../features/payment-requests/rules.ts'
import { createRequest, updateRequest } from '../../features/payment-requests/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { markRead } from '../../views/notifications/read.ts'
import { type Asked, REQUESTS } from './content.ts'
import { sharesOf } from './drafts.ts'
import { storePicture } from './invoices.ts'
import { voucherPicture } from './voucher-picture.ts'

/** Codes of what requests name, by the names in content.ts. */
interface Codes {
  subjects: ReadonlyMap<string, string>
  categories: ReadonlyMap<string, string>
  contracts: ReadonlyMap<string, string>
  payees: ReadonlyMap<string, string>
}

/** The people by phone number, and what each is here. */
const PEOPLE = {
  '13800000001': 'director',
  '13800000002': 'clerk',
  '13800000004': 'cashier',
  '13800000005': 'manager',
  '13800000006': 'producer',
} as const
type Post = (typeof PEOPLE)[keyof typeof PEOPLE]
interface Person {
  userId: bigint
  userName: string
  userCode: string
  /** The role's code. */
  roleCode: string
}

const NO_INPUT = { params: {}, query: {} }

/**
 * The rules of the project, who stands in for the production manager, and requests in every state, as people asked and decided in the last days.
 * What they were told until yesterday morning they have read.
 */
export async function addPaymentRequests(tx: Tx, context: ProjectContext, codes: Codes): Promise<void> {
  const { director, clerk, cashier, manager, producer } = await peopleOf(tx, context)
  const { day, ask, again, approve, reject, withdraw, by } = office(tx, context, codes)

  const rules = {
    self_approve: false,
    bands: [
      { from: '0', steps: [] },
      { from: '5000', steps: [[manager.roleCode, director.userCode]] },
      { from: '50000', steps: [[manager.userCode], [director.userCode]] },
    ],
  }
  const turn = (on: boolean, at: Date, version: number) =>
    saveRules(tx, by(director, at), {
      ...NO_INPUT,
      body: approvalRulesBody.parse({ ...rules, on, version }),
    })
  const { version } = await turn(true, day(20, '10:00'), 0)
  const carpentry = await ask(clerk, day(6, '10:20'), 'carpentry')
  await approve(manager, day(6, '15:40'), carpentry)
  await setDeputy(tx, by(manager, day(4, '18:10')), {
    ...NO_INPUT,
    body: deputyBody.parse({
      deputy_code: producer.userCode,
      start_at: addDays(today(context.now), -3),
      end_at: addDays(today(context.now), 6),
    }),
  })
  const lodging = await ask(clerk, day(3, '09:50'), 'lodging')
  await approve(producer, day(3, '11:30'), lodging)
  await approve(director, day(3, '17:05'), lodging)
  // Below the second band: booked at once.
  await ask(cashier, day(2, '14:15'), 'laundry')
  const flights = await ask(cashier, day(2, '16:30'), 'flights')
  await withdraw(cashier, day(2, '17:10'), flights, '行程有变，改签后重新申请')
  const drone = await ask(clerk, day(1, '09:10'), 'mistaken')
  await reject(director, day(1, '09:55'), drone, '合同结清款为 8,400.00 元，请核对后再提交')
  for (const person of [director, clerk, cashier, manager, producer])
    await markRead(tx, by(person, day(1, '10:30')), { ...NO_INPUT, body: readBody.parse({}) })

  await again(clerk, day(1, '11:20'), drone, 'drone')
  const lenses = await ask(clerk, day(1, '13:40'), 'lenses')
  await approve(producer, day(1, '14:20'), lenses)
  const timber = await ask(clerk, day(1, '15:00'), 'timber')
  await reject(producer, day(1, '15:25'), timber, '缺报价单和收货单，补齐后重新提交')
  await ask(producer, day(1, '16:10'), 'poster')
  await ask(clerk, day(1, '16:30'), 'fuel')
  // Paid some days ago at the request of a colleague.
  await ask(cashier, day(1, '17:20'), 'again')
  await ask(clerk, day(1, '17:30'), 'tickets', false)
  await ask(director, day(1, '17:45'), 'fees', false)
  // Who tries the demo saves and imports payments of any amount; what waits keeps its steps.
  await turn(false, day(1, '18:00'), version)
}

/** What people do with requests, at their times, through the functions of the product. */
function office(tx: Tx, context: ProjectContext, codes: Codes) {
  const day = (ago: number, time: string) => new Date(`${addDays(today(context.now), -ago)}T${time}:00+08:00`)
  const by = (person: Person, now: Date): ProjectContext => ({ ...context, ...person, now })
  const to = <Body>(code: string, body: Body) => ({ params: { code }, query: {}, body })
  const body = async (person: Person, now: Date, key: string, submit: boolean) =>
    paymentRequestBody.parse({ ...(await bodyOf(tx, by(person, now), codes, asked(key))), submit })
  const act = (reason = '') => requestAct.parse({ reason })
  return {
    day,
    by,
    ask: async (person: Person, now: Date, key: string, submit = true): Promise<string> =>
      (await createRequest(tx, by(person, now), to('', await body(person, now, key, submit)))).code,
    again: async (person: Person, now: Date, code: string, key: string) =>
      void (await updateRequest(tx, by(person, now), to(code, await body(person, now, key, true)))),
    approve: async (person: Person, now: Date, code: string) =>
      void (await approveRequest(tx, by(person, now), to(code, act()))),
    reject: async (person: Person, now: Date, code: string, reason: string) =>
      void (await rejectRequest(tx, by(person, now), to(code, rejectBody.parse({ reason })))),
    withdraw: async (person: Person, now: Date, code: string, reason: string) =>
      void (await withdrawRequest(tx, by(person, now), to(code, act(reason)))),
  }
}

function asked(key: string): Asked {
  const found = REQUESTS.find((one) => one.key === key)
  if (!found) throw new Error(`no request ${key}`)
  return found
}

/** The body of a payment on the day on which it is asked for. */
async function bodyOf(tx: Tx, context: ProjectContext, codes: Codes, request: Asked): Promise<object> {
  const { payee, payer, post, summary, subjects, amount, category, voucher, instalment, pictures } = request
  const pay_at = today(context.now)
  const contract_code = instalment === '' ? null : (codes.contracts.get(payee) ?? '')
  const instalment_code =
    contract_code === null ? null : await instalmentOf(tx, context, contract_code, instalment)
  const files: string[] = []
  for (let number = 1; number <= pictures; number += 1) {
    const picture = await voucherPicture([
      { date: pay_at, amount: `${amount}.00`, text: summary, unpaid: true },
    ])
    files.push((await storePicture(tx, context, picture, `单据${number}.jpg`)).code)
  }
  return {
    pay_at,
    payer,
    post,
    summary,
    payee_code: codes.payees.get(payee) ?? null,
    cost_execution_details: sharesOf(BigInt(amount) * 100n, subjects).map(([subject, fen], index) => ({
      subject_three_code: codes.subjects.get(subject),
      pay_channel: '2',
      pay_category_id: codes.categories.get(category),
      voucher_category: voucher,
      contract_code,
      instalment_code,
      voucher_attachment_codes: index === 0 ? files : [],
      pay_amount: yuan(fen),
    })),
  }
}

async function instalmentOf(tx: Tx, { project }: ProjectContext, contract: string, title: string) {
  const { rows } = await sql<{ code: string }>`
    select i.code from contracts k join contract_instalments i on i.project_id = ${project.id} and i.contract_id = k.id
    where k.project_id = ${project.id} and k.code = ${contract} and i.title = ${title}`.execute(tx)
  return rows[0]?.code ?? ''
}

async function peopleOf(tx: Tx, { companyId }: ProjectContext): Promise<Readonly<Record<Post, Person>>> {
  const rows = await tx
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.name', 'users.code', 'users.phone', 'roles.code as role'])
    .where('users.company_id', '=', companyId)
    .where('users.phone', 'in', Object.keys(PEOPLE))
    .execute()
  const people = rows.map(({ id, name, code, phone, role }) => [
    PEOPLE[phone as keyof typeof PEOPLE],
    { userId: id, userName: name, userCode: code, roleCode: role ?? '' },
  ])
  return Object.fromEntries(people) as Record<Post, Person>
}
