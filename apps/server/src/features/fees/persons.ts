import { personKey, spellingsOf } from '@pianzhang/contract/fee-person'
import { citizenDocument, idNumberWarning } from '@pianzhang/contract/id-number'
import { sql } from 'kysely'
import { anyOf, ChangedMeanwhile, type Db, type Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'

export interface Payee {
  id: bigint
  code: string
  name: string
  kind: number
  id_type: number | null
  id_number: string
  resident: boolean
}

/** Payees of the company who are one person, as their ID numbers say, in the order of ids. */
export interface Person {
  key: string
  payees: readonly Payee[]
  ids: readonly bigint[]
}

const COLUMNS = sql<Payee>`p.id, p.code, p.name, p.kind, p.id_type, p.id_number, p.resident`

export type Numbered = Pick<Payee, 'id' | 'id_type' | 'id_number'>

/** A payee without a number, or with one whose check fails, is nobody else: a wrong number says nothing about two people. */
export const personKeyOf = ({ id, id_type, id_number }: Numbered): string =>
  id_number === '' || idNumberWarning(id_number, id_type === null ? null : String(id_type)) !== null
    ? `payee ${id}`
    : personKey(id_number)

async function payeesWith(
  db: Db | Tx,
  { companyId }: Pick<PersonContext, 'companyId'>,
  ids: readonly bigint[],
): Promise<Payee[]> {
  const { rows } = await sql<Payee>`select ${COLUMNS} from payees p
    where p.company_id = ${companyId} and p.id = ${anyOf(ids)}`.execute(db)
  return rows
}

/** Payees `p` with one of these ID numbers. */
const numbered = (numbers: readonly string[]) =>
  sql`(p.id_number <> '' and upper(p.id_number) = any(${[...new Set(numbers.flatMap(spellingsOf))]}::text[]))`

/**
 * The persons that these payees are, by payee. `lock`: until the commit nobody edits, merges or deletes their payees, nor computes the tax of one of
 * these persons, so that two fees of a month are never computed from the same sums. Locks in the order of ids, before any record.
 */
export async function personsOf(
  db: Db | Tx,
  context: Pick<PersonContext, 'companyId'>,
  payeeIds: readonly bigint[],
  lock = false,
): Promise<ReadonlyMap<bigint, Person>> {
  const wanted = [...new Set(payeeIds)]
  if (wanted.length === 0) return new Map()
  const named = await payeesWith(db, context, wanted)
  const numbers = named.flatMap(({ id_number }) => (id_number === '' ? [] : id_number))
  // An advisory lock per ID number, taken before the rows: SELECT … FOR UPDATE does not return rows that another transaction made match while it waited.
  if (lock) await lockNumbers(db, context, numbers)
  const { rows: found } = await sql<Payee>`select ${COLUMNS} from payees p
    where p.company_id = ${context.companyId} and (p.id = ${anyOf(wanted)} or ${numbered(numbers)})
      and p.merged_into_id is null
    order by p.id ${lock ? sql`for no key update` : sql``}`.execute(db)
  const persons = new Map<string, Person>()
  for (const [key, payees] of Map.groupBy(found, personKeyOf))
    persons.set(key, { key, payees, ids: payees.map(({ id }) => id) })
  const byPayee = new Map(
    [...persons.values()].flatMap((person) => person.ids.map((id) => [id, person] as const)),
  )
  if (!lock) return byPayee
  for (const payee of named) {
    const now = byPayee.get(payee.id)
    // Another number may be that of payees which are not locked.
    if (now?.key !== personKeyOf(payee))
      throw new ChangedMeanwhile('a payee was merged or got another ID number')
  }
  return byPayee
}

/**
 * Until the commit nobody else gives one of these ID numbers to a payee that exists. Who computes the tax of persons shares them (`shared`), who gives a
 * number to a payee is alone.
 */
export async function lockNumbers(
  tx: Db | Tx,
  { companyId }: Pick<PersonContext, 'companyId'>,
  numbers: readonly string[],
  shared = true,
): Promise<void> {
  const lock = sql.raw(shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  for (const key of [...new Set(numbers.map(personKey))].toSorted())
    await sql`select ${lock}(hashtextextended(${`person ${companyId} ${key}`}, 0))`.execute(tx)
}

/** The payees with this ID number, in any spelling; none of an empty one. */
export async function payeesNumbered(
  tx: Tx,
  { companyId }: Pick<PersonContext, 'companyId'>,
  idNumber: string,
): Promise<Numbered[]> {
  if (idNumber === '') return []
  const { rows } = await sql<Numbered>`select p.id, p.id_type, p.id_number from payees p
    where p.company_id = ${companyId} and ${numbered([idNumber])} and p.merged_into_id is null order by p.id`.execute(
    tx,
  )
  return rows
}

/** The type of a person's document; a number of a citizen's form needs none. Null: it is not known. */
export function idTypeOf({ id_type, id_number }: Payee): number | null {
  const type = citizenDocument(personKey(id_number))
  return id_type ?? (type === null ? null : Number(type))
}

/** Why no tax can be withheld from a payee; undefined: it can. */
export function untaxable(payee: Payee): string | undefined {
  if (payee.kind !== 0) return `收款人 ${payee.name} 不是个人，不适用劳务报酬个税`
  if (payee.id_number === '') return `收款人 ${payee.name} 没有证件号码，请先在收款人中填写`
  if (idTypeOf(payee) === null) return `收款人 ${payee.name} 没有证件类型，请先在收款人中填写`
  return undefined
}
