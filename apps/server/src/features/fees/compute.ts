import type { FieldError } from '@pianzhang/contract/errors'
import { type FeeRate, rateOn, VAT_OF, type VatRates } from '@pianzhang/contract/fee-rates'
import {
  grossOfNet,
  type TakenOfDay,
  type TaxBasis,
  type Taxed,
  taxOfGross,
} from '@pianzhang/contract/fee-rules'
import { FEE_KINDS, type FeeBasis, type FeeKind } from '@pianzhang/contract/fees'
import { AMOUNT_TEXTS, type Fen, formatYuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { takenElsewhere } from './company-fees.ts'
import type { Person } from './persons.ts'
import { allRates } from './rates.ts'
import { type Setting, settingOf } from './setting.ts'

/** A fee as it was agreed. */
export interface FeeInput {
  pay_at: string
  kind: FeeKind
  basis: FeeBasis
  amount: Fen
  resident: boolean
}

export interface Computed {
  taxed: Taxed
  basis: TaxBasis
}

export const monthOf = (day: string): string => day.slice(0, 7)
/** A month as the database has it: its first day. */
export const firstDay = (month: string): string => `${month}-01`

const wrong = (field: string, message: string) => invalid([{ field, message } satisfies FieldError])

/** The rates of VAT if it is withheld of a fee of this kind and day. Throws 422 where the company has to choose first, or no rates hold. */
function withheldVat(
  rates: readonly FeeRate[],
  { kind, pay_at: day }: Pick<FeeInput, 'kind' | 'pay_at'>,
  { vat }: Setting,
): VatRates | null {
  const rate = rateOn(rates, VAT_OF[kind], day)
  if (!rate?.withheld) return null
  if (vat === null)
    throw wrong(
      'vat',
      `${rate.holds_from} 起向个人支付劳务费须代扣增值税，请先选择本公司的处理方式：代扣代缴，或由收款人代开发票`,
    )
  if (vat === 'invoice') return null
  if (rate.holds_to !== null && day > rate.holds_to)
    throw wrong('pay_at', `${rate.holds_to} 以后的增值税规定尚未录入，请联系系统管理员添加税率`)
  return rate
}

/** The kinds of fees that have this VAT on a day: theirs is of one sum. */
const kindsWith = (rates: readonly FeeRate[], vat: VatRates, day: string): FeeKind[] =>
  FEE_KINDS.map(({ code }) => code).filter((kind) => {
    const own = rateOn(rates, VAT_OF[kind], day)
    return own?.withheld && own.percent === vat.percent && own.exempt_below === vat.exempt_below
  })

/** A fee of one who has no others: for a person who is no payee yet. */
const ALONE = { count: 0, gross: 0n, vat: 0n, surcharge: 0n, taxable: 0n, tax: 0n, net: 0n }

interface Taken {
  count: number
  gross: Fen
  vat: Fen
  surcharge: Fen
  taxable: Fen
  tax: Fen
  net: Fen
  others: number
  day_count: number
  day_gross: Fen
  day_vat: Fen
  day_surcharge: Fen
}

/**
 * What the earlier fees of the person in the project have. `before`: the id of the record that is edited. `vatKinds`: those whose VAT is of one sum.
 * `others`: the fees that were taxed by the other residence (a resident's, a non-resident's), earlier or later.
 */
async function takenBefore(
  db: Db | Tx,
  projectId: bigint,
  { ids }: Person,
  { pay_at, kind, resident }: FeeInput,
  { before, vatKinds }: { before: bigint | null; vatKinds: readonly FeeKind[] },
): Promise<Taken> {
  const of = (condition: unknown, column: string) =>
    sql`coalesce(sum(${sql.ref(`r.${column}`)}) filter (where ${condition}), 0)`
  const earlier = before === null ? sql`true` : sql`r.id < ${before}`
  const ofMonth = sql`${earlier} and r.kind = ${kind}`
  const ofDay = sql`${earlier} and r.pay_at = ${pay_at}::date and r.vat_withheld and r.kind = ${anyOf(vatKinds)}`
  const { rows } = await sql<Taken>`
    select count(*) filter (where ${ofMonth})::int4 as count, ${of(ofMonth, 'gross')} as gross, ${of(ofMonth, 'vat')} as vat,
      ${of(ofMonth, 'surcharge')} as surcharge, ${of(ofMonth, 'taxable')} as taxable, ${of(ofMonth, 'tax')} as tax,
      ${of(ofMonth, 'net')} as net, count(*) filter (where r.resident <> ${resident})::int4 as others,
      count(*) filter (where ${ofDay})::int4 as day_count, ${of(ofDay, 'gross')} as day_gross, ${of(ofDay, 'vat')} as day_vat,
      ${of(ofDay, 'surcharge')} as day_surcharge
    from fees r
    where r.project_id = ${projectId} and r.payee_id = ${anyOf(ids)} and r.month = ${firstDay(monthOf(pay_at))}::date
      ${before === null ? sql`` : sql`and r.id <> ${before}`}`.execute(db)
  return rows[0] as Taken
}

/** What the earlier fees of the day have in all projects of the company. */
async function dayOf(
  db: Db | Tx,
  context: ProjectContext,
  here: Taken,
  of: Parameters<typeof takenElsewhere>[2],
): Promise<TakenOfDay> {
  const there = await takenElsewhere(db, context, of)
  return {
    count: here.day_count + there.count,
    gross: here.day_gross + there.gross,
    vat: here.day_vat + there.vat,
    surcharge: here.day_surcharge + there.surcharge,
  }
}

/**
 * Throws 422 if the tax of the month, or the VAT of the day, is less without this fee than was withheld already. It is if fees that were counted together
 * are no longer (an ID number was changed or a payee merged while the feature was off, a project was deleted) or rates were lowered; the difference
 * belongs to the earlier fees and would be paid out with this one.
 */
function refuseGivenBack(basis: TaxBasis, { pay_at }: FeeInput): void {
  const { vat, tax } = taxOfGross(0n, basis)
  if (vat < 0n)
    throw wrong(
      'payee_code',
      `该收款人 ${pay_at} 已代扣的增值税与现有记录不符（证件号码、税率或项目有变动），请先更正或删除当日的记录，再登记本笔`,
    )
  if (tax < 0n)
    throw wrong(
      'payee_code',
      `该收款人 ${monthOf(pay_at)} 已扣的个税与现有记录不符（证件号码、税率或项目有变动），请先更正或删除当月的记录，再登记本笔`,
    )
}

/**
 * Computes a fee with the earlier ones of its month and day. The person's payees are locked in a save. Throws 422 where it cannot be computed.
 * `before`: the id of the record that is edited; null: it is a new one.
 */
export async function computeFee(
  db: Db | Tx,
  context: ProjectContext,
  person: Person | null,
  fee: FeeInput,
  before: bigint | null,
): Promise<Computed> {
  const rates = await allRates(db)
  const setting = await settingOf(db, context)
  const kind = fee.resident ? fee.kind : 'nonresident'
  const income = rateOn(rates, kind, fee.pay_at)
  if (!income) throw wrong('pay_at', `没有 ${fee.pay_at} 适用的税率，请核对付款日期`)
  const vat = withheldVat(rates, fee, setting)
  const vatKinds = vat ? kindsWith(rates, vat, fee.pay_at) : []
  const taken = person && (await takenBefore(db, context.project.id, person, fee, { before, vatKinds }))
  if (taken && taken.others > 0)
    throw wrong(
      'payee_code',
      `该收款人 ${monthOf(fee.pay_at)} 已有按${fee.resident ? '非居民' : '居民'}个人计税的记录，同一个月须按同一身份计税；请先核对收款人的“居民个人”，再删除原记录重新登记`,
    )
  const basis: TaxBasis = {
    income,
    vat,
    surcharge: BigInt(setting.surcharge),
    month: taken ?? ALONE,
    day:
      taken && person && vat
        ? await dayOf(db, context, taken, { payees: person.ids, day: fee.pay_at, kinds: vatKinds, before })
        : ALONE,
  }
  refuseGivenBack(basis, fee)
  const taxed = fee.basis === 'net' ? grossOfNet(fee.amount, basis) : taxOfGross(fee.amount, basis)
  if (!taxed) throw wrong('amount', AMOUNT_TEXTS.range)
  if (taxed.net <= 0n)
    throw wrong(
      'amount',
      `应扣税费 ${formatYuan(taxed.gross - taxed.net)} 元不小于本笔金额：${
        taxOfGross(0n, basis).tax > 0n
          ? '当月前面的记录少扣了税（证件号码、收款人或税率有变动），请先更正或删除当月的记录，再登记本笔'
          : '当日累计已达增值税起征点，请将当日费用合并登记'
      }`,
    )
  return { taxed, basis }
}
