import { addDays, today } from '@pianzhang/contract/calendar'
import { feeBody, taxSettingBody } from '@pianzhang/contract/fees'
import { payeeBody } from '@pianzhang/contract/payees'
import { remitBody } from '@pianzhang/contract/remittances'
import { createPayee } from '../../base/payees/save.ts'
import { dueAt } from '../../features/fees/months.ts'
import { draftRemittance, remit } from '../../features/fees/remittance.ts'
import { createFee } from '../../features/fees/save.ts'
import { saveSetting } from '../../features/fees/setting.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { PAYMENT_RULES } from '../rules.ts'
import { bankOf } from './payees.ts'

/** Crew who are paid every month: `paid` has the days of the month, each with the amount in yuan. */
const CREW = [
  { name: '吴克勤', post: '制片助理', subject: '15000203', basis: 'net', paid: [['10', '10000']] },
  {
    name: '李青禾',
    post: '制片助理',
    subject: '15000203',
    basis: 'gross',
    paid: [
      ['08', '3000'],
      ['22', '3000'],
    ],
  },
  { name: '孙立言', post: '剧务主任', subject: '15000301', basis: 'net', paid: [['10', '30000']] },
  { name: '郑和平', post: '剧务', subject: '15000301', basis: 'gross', paid: [['10', '9000']] },
  { name: '冯春生', post: '剧务', subject: '15000301', basis: 'gross', paid: [['10', '800']] },
] as const
/** An invented number of a person's identity card, with its check digit. */
function idNumberOf(index: number): string {
  const digits = `110105199001010${String(index).padStart(2, '0')}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (2 ** (17 - at) % 11), 0)
  return `${digits}${'10X98765432'[sum % 11]}`
}
const MONTHS = 4
/** Taxes are remitted some days before they are due. */
const EARLY_DAYS = 4

/**
 * Fees of the crew since the first day, by the month, with their payments, and the remittance of those months whose taxes are nearly due. The company has
 * the invoices of fees issued by the tax office, so that no VAT is withheld.
 */
export async function addFees(
  tx: Tx,
  context: ProjectContext,
  { subjects, categories }: Record<'subjects' | 'categories', ReadonlyMap<string, string>>,
  firstDay: string,
): Promise<void> {
  const none = { params: undefined, query: undefined }
  const last = today(context.now)
  await saveSetting(tx, contextOn(context, addDays(firstDay, -10)), {
    ...none,
    body: taxSettingBody.parse({ vat: 'invoice', surcharge: '3.5', version: 0 }),
  })
  const crew = []
  for (const [index, person] of CREW.entries()) {
    const facts = { name: person.name, kind: '0', id_type: '1', id_number: idNumberOf(index + 1) }
    const bank = bankOf(person.name, 80 + index)
    const now = new Date(`${addDays(firstDay, -10)}T10:40:00+08:00`)
    const { code } = await createPayee(
      tx,
      { ...context, now },
      { params: {}, query: {}, body: payeeBody.parse({ ...facts, ...bank }) },
    )
    crew.push({ ...person, code })
  }
  const months = monthsUntil(last)
  const due = crew.flatMap((person) =>
    months.flatMap((month) =>
      person.paid.map(([day, amount]) => ({ ...person, pay_at: `${month}-${day}`, amount })),
    ),
  )
  const paid = due.filter(({ pay_at }) => pay_at >= firstDay && pay_at <= last)
  for (const { code, subject, basis, amount, pay_at, post } of paid.toSorted((a, b) =>
    a.pay_at < b.pay_at ? -1 : 1,
  ))
    await createFee(tx, contextOn(context, pay_at), PAYMENT_RULES, {
      ...none,
      body: feeBody.parse({
        payee_code: code,
        pay_at,
        kind: 'labor',
        basis,
        amount,
        payment: {
          subject_three_code: subjects.get(subject),
          pay_channel: '2',
          pay_category_id: categories.get('工资劳务'),
          post,
          summary: `${Number(pay_at.slice(5, 7))}月${post}劳务费`,
        },
      }),
    })
  for (const month of months) {
    const day = addDays(dueAt(month), -EARLY_DAYS)
    if (day > last || !paid.some(({ pay_at }) => pay_at.startsWith(month))) continue
    const draft = await draftRemittance(tx, context, { ...none, body: { month } })
    await remit(tx, contextOn(context, day), PAYMENT_RULES, {
      ...none,
      body: remitBody.parse({
        month,
        amount: draft.pay_amount_yuan,
        pay_at: day,
        payer: draft.payer,
        pay_channel: '2',
        pay_category_id: categories.get('税费'),
      }),
    })
  }
}

/** The evening of a day, or now. */
const contextOn = (context: ProjectContext, day: string): ProjectContext => ({
  ...context,
  now: new Date(Math.min(Date.parse(`${day}T18:10:00+08:00`), context.now.getTime())),
})

/** The last months, the oldest first. */
function monthsUntil(day: string): string[] {
  const months = [day.slice(0, 7)]
  while (months.length < MONTHS) months.unshift(addDays(`${months[0]}-01`, -1).slice(0, 7))
  return months
}
