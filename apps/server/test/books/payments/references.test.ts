import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCode } from '../../../src/platform/codes.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { type PaymentWorld, paymentWorld } from './helpers.ts'

// Triggers (migration 0009) replace the foreign keys of payments and lines. Tested by SQL, as the rules of the code
// would refuse first.

const MISSING_ID = 9_999_999_999n

let test: TestApp
let db: Db
let world: PaymentWorld
let other: PaymentWorld
/** Valid values of a row of each table. */
let validValues: Record<Child, Record<string, unknown>>

beforeAll(async () => {
  test = await startTestApp()
  db = test.services.db
  world = await paymentWorld(test)
  other = await paymentWorld(test)
  // Ids never become a multiple of 1,000, so changes are never folded into totals, whose foreign key would keep the
  // project.
  await sql`alter table sum_changes alter id set increment by 1000`.execute(db)
  const day = '2026-11-21'
  const payment = { pay_at: day, payer: '', pay_amount: 1, created_at: day, updated_at: day }
  validValues = {
    payments: { ...payment, project_id: world.projectId, creator_id: world.admin.userId },
    payment_lines: { project_id: world.projectId, position: 1, pay_channel: 2, pay_amount: 1 },
  }
  Object.assign(validValues.payment_lines, {
    payment_id: await add.payment(world),
    subject_id: await add.subject(world),
    pay_category_id: await add.type(world),
  })
})
afterAll(() => test.close())

type Child = 'payments' | 'payment_lines'
interface Reference {
  name: string
  table: Child
  column: string
  constraint: string
  /** The referenced table, and a column of one of its keys that may change. */
  parent: string
  key: string
  /** Inserts a record that nothing refers to. */
  make(where: PaymentWorld): Promise<bigint>
}

const one = async (insert: RawBuilder<unknown>) =>
  ((await sql<{ id: bigint }>`${insert} returning id`.execute(db)).rows[0] as { id: bigint }).id

let numbers = 5000
const add = {
  project: (where: PaymentWorld) =>
    one(sql`insert into projects (code, company_id, name, creator_id, expire_at)
      values (${newCode()}, ${where.companyId}, '', ${where.admin.userId}, '2030-01-01')`),
  person: (where: PaymentWorld) =>
    one(sql`insert into users (code, company_id, name, phone, password_hash)
      values (${newCode()}, ${where.companyId}, '', ${newCode()}, '')`),
  payment: ({ projectId }: PaymentWorld) =>
    one(insertInto('payments', { ...validValues.payments, project_id: projectId, code: newCode() }, [0n])),
  subject: ({ projectId }: PaymentWorld) => {
    numbers += 1
    return one(sql`insert into subjects (project_id, code, category, out_code, name, parent_id, one_id)
      select ${projectId}, ${newCode()}, 2, ${`2400${numbers}`}, '', s.id, s.one_id
      from subjects s where s.project_id = ${projectId} and s.out_code = '240001'`)
  },
  type: ({ projectId }: PaymentWorld) =>
    one(
      sql`insert into payment_types (project_id, name, updated_at) values (${projectId}, ${newCode()}, now())`,
    ),
}

const REFERENCES: Reference[] = [
  {
    name: 'the project of a payment',
    table: 'payments',
    column: 'project_id',
    constraint: 'payments_project',
    parent: 'projects',
    key: 'code',
    make: add.project,
  },
  {
    name: 'the creator of a payment',
    table: 'payments',
    column: 'creator_id',
    constraint: 'payments_creator',
    parent: 'users',
    key: 'code',
    make: add.person,
  },
  {
    name: 'the payment of a line',
    table: 'payment_lines',
    column: 'payment_id',
    constraint: 'payment_lines_of_payment',
    parent: 'payments',
    key: 'code',
    make: add.payment,
  },
  {
    name: 'the subject of a line',
    table: 'payment_lines',
    column: 'subject_id',
    constraint: 'payment_lines_subject',
    parent: 'subjects',
    key: 'code',
    make: add.subject,
  },
  {
    name: 'the type of a line',
    table: 'payment_lines',
    column: 'pay_category_id',
    constraint: 'payment_lines_category',
    parent: 'payment_types',
    key: 'name',
    make: add.type,
  },
]
const OF_LINES = REFERENCES.filter(({ table }) => table === 'payment_lines')
/** The project is part of a payment's key and cannot be updated. */
const WAYS = REFERENCES.flatMap((reference) => [
  { ...reference, way: 'insert' as const },
  ...(reference.column === 'project_id' ? [] : [{ ...reference, way: 'update' as const }]),
])
type Way = (typeof WAYS)[number]

/** Inserts a row for each id, in one statement; values may use `r.id`. */
function insertInto(table: Child, values: Record<string, unknown>, ids: bigint[]) {
  const columns = Object.keys(values).map((column) => sql.ref(column))
  return sql`insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(Object.values(values))} from unnest(${ids.map(String)}::bigint[]) r (id)`
}

const insert = ({ table, column }: Reference, ids: bigint[]) =>
  insertInto(table, { ...validValues[table], code: sql`gen_random_uuid()::text`, [column]: sql`r.id` }, ids)

/** A statement that makes rows refer to these ids: it inserts rows, or updates rows that refer to others. */
async function referring(way: Way, ...ids: bigint[]): Promise<(at: Db) => Promise<unknown>> {
  if (way.way === 'insert') return (at) => insert(way, ids).execute(at)
  const rows: bigint[] = []
  for (const _ of ids) rows.push(await one(insert(way, [await way.make(world)])))
  return (at) =>
    sql`update ${sql.table(way.table)} t set ${sql.ref(way.column)} = n.parent
      from unnest(${rows.map(String)}::bigint[], ${ids.map(String)}::bigint[]) n (id, parent) where t.id = n.id`.execute(
      at,
    )
}

const remove = ({ parent }: Reference, ...ids: bigint[]) =>
  sql`delete from ${sql.table(parent)} where id = any(${ids.map(String)}::bigint[])`
const count = async (table: string, column: string, ids: bigint[]) =>
  (
    await sql<{ n: number }>`select count(*)::int4 as n from ${sql.table(table)}
      where ${sql.ref(column)} = any(${ids.map(String)}::bigint[])`.execute(db)
  ).rows[0]?.n
/** How many rows refer to these ids, and how many of the ids exist. */
const state = async ({ table, column, parent }: Reference, ...ids: bigint[]) => ({
  referring: await count(table, column, ids),
  existing: await count(parent, 'id', ids),
})
const refused = ({ constraint, table }: Reference) => ({ code: '23503', constraint, table })

describe.each(WAYS)('$name, by $way', (way) => {
  it('is refused if it does not exist', async () => {
    const refer = await referring(way, MISSING_ID)
    await expect(refer(db)).rejects.toMatchObject(refused(way))
    expect(await state(way, MISSING_ID)).toEqual({ referring: 0, existing: 0 })
  })

  it('is refused for all rows of a statement if one is wrong', async () => {
    const ids = [await way.make(world), MISSING_ID, await way.make(world)]
    const refer = await referring(way, ...ids)
    await expect(refer(db)).rejects.toMatchObject(refused(way))
    expect(await state(way, ...ids)).toEqual({ referring: 0, existing: 2 })
  })

  it('blocks a concurrent delete of its target', async () => {
    const id = await way.make(world)
    const deleted = overlap(test, await referring(way, id), () => remove(way, id).execute(db))
    await expect(deleted).rejects.toMatchObject(refused(way))
    expect(await state(way, id)).toEqual({ referring: 1, existing: 1 })
  })

  it('does not block a delete after it was rolled back', async () => {
    const id = await way.make(world)
    await overlap(test, await referring(way, id), () => remove(way, id).execute(db), 1, 'rollback')
    expect(await state(way, id)).toEqual({ referring: 0, existing: 0 })
  })

  it('waits for a concurrent delete, and is refused', async () => {
    const ids = [await way.make(world), await way.make(world), await way.make(world)]
    const refer = await referring(way, ...ids)
    const done = overlap(
      test,
      (tx) => remove(way, ids[1] as bigint).execute(tx),
      () => refer(db),
    )
    await expect(done).rejects.toMatchObject(refused(way))
    expect(await state(way, ...ids)).toEqual({ referring: 0, existing: 2 })
  })

  it('waits for a concurrent delete, and is kept when that is rolled back', async () => {
    const id = await way.make(world)
    const refer = await referring(way, id)
    await overlap(
      test,
      (tx) => remove(way, id).execute(tx),
      () => refer(db),
      1,
      'rollback',
    )
    expect(await state(way, id)).toEqual({ referring: 1, existing: 1 })
  })

  it('waits for a concurrent rename, and is kept', async () => {
    const ids = [await way.make(world), await way.make(world), await way.make(world)]
    const refer = await referring(way, ...ids)
    const rename = sql`update ${sql.table(way.parent)} set ${sql.ref(way.key)} = ${newCode()} where id = ${ids[1]}`
    await overlap(
      test,
      (tx) => rename.execute(tx),
      () => refer(db),
    )
    expect(await state(way, ...ids)).toEqual({ referring: 3, existing: 3 })
  })
})

describe.each(WAYS.filter(({ table }) => table === 'payment_lines'))('$name, by $way', (way) => {
  it('is refused if the target belongs to another project', async () => {
    const id = await way.make(other)
    await expect((await referring(way, id))(db)).rejects.toMatchObject(refused(way))
    expect(await state(way, id)).toEqual({ referring: 0, existing: 1 })
  })
})

it.each(REFERENCES)('$name cannot be deleted while something refers to it', async (reference) => {
  const ids = [await reference.make(world), await reference.make(world)]
  // Refers to the second of two that one statement deletes.
  await insert(reference, ids.slice(1)).execute(db)
  await expect(remove(reference, ...ids).execute(db)).rejects.toMatchObject(refused(reference))
  expect(await state(reference, ...ids)).toEqual({ referring: 1, existing: 2 })
  await sql`delete from ${sql.table(reference.table)} where ${sql.ref(reference.column)} = ${ids[1]}`.execute(
    db,
  )
  await remove(reference, ...ids).execute(db)
  expect(await state(reference, ...ids)).toEqual({ referring: 0, existing: 0 })
})

it.each(REFERENCES)('$name can be referred to by a thousand rows of one statement', async (reference) => {
  const [own, common] = [await reference.make(world), await reference.make(world)]
  await insert(reference, [...Array(999).fill(common), own]).execute(db)
  expect(await state(reference, own, common)).toEqual({ referring: 1000, existing: 2 })
  await expect(insert(reference, [...Array(999).fill(common), MISSING_ID]).execute(db)).rejects.toMatchObject(
    refused(reference),
  )
  expect(await state(reference, own, common)).toEqual({ referring: 1000, existing: 2 })
})

it('does not check lines without a type, as a write-off posts them', async () => {
  const untyped = {
    ...validValues.payment_lines,
    pay_category_id: null,
    code: sql`gen_random_uuid()::text`,
  }
  expect((await insertInto('payment_lines', untyped, [1n, 2n]).execute(db)).numAffectedRows).toBe(2n)
})

it('does not let a line move to another project', async () => {
  const line = await one(insert(OF_LINES[0] as Reference, [await add.payment(world)]))
  await expect(
    sql`update payment_lines set project_id = ${other.projectId} where id = ${line}`.execute(db),
  ).rejects.toMatchObject({ code: '23503', constraint: 'payment_lines_of_payment' })
})

describe.each(OF_LINES)('a row of $parent keeps its key', ({ parent, make }) => {
  it.each([
    ['another project', 'project_id', () => sql`${other.projectId}`],
    ['another id', 'id', () => sql`default`],
  ])('and cannot change %s', async (_name, column, value) => {
    const id = await make(world)
    await expect(
      sql`update ${sql.table(parent)} set ${sql.ref(column)} = ${value()} where id = ${id}`.execute(db),
    ).rejects.toMatchObject({ code: '23000', message: `a row of ${parent} keeps its key` })
    expect(await count(parent, 'id', [id])).toBe(1)
  })

  it('also if it is updated to the same values', async () => {
    const id = await make(world)
    const { numAffectedRows } =
      await sql`update ${sql.table(parent)} set project_id = ${world.projectId} where id = ${id}`.execute(db)
    expect(numAffectedRows).toBe(1n)
  })
})

describe.each(REFERENCES)('what $name points to', ({ parent, make, ...reference }) => {
  it('cannot change its id', async () => {
    const id = await make(world)
    await expect(
      sql`update ${sql.table(parent)} set id = default where id = ${id}`.execute(db),
    ).rejects.toMatchObject({ code: '23000', message: `a row of ${parent} keeps its key` })
  })

  it('cannot be truncated', async () => {
    // Not by CASCADE either, which follows only foreign keys.
    await expect(sql`truncate ${sql.table(parent)} cascade`.execute(db)).rejects.toMatchObject({
      code: '0A000',
    })
  })

  it('cannot be deleted under an older snapshot, which does not see rows inserted since', async () => {
    const id = await make(world)
    const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
    await expect(remove({ parent, make, ...reference }, id).execute(tx)).rejects.toMatchObject({
      message: 'deleting here needs read committed',
    })
    await tx.rollback().execute()
  })
})
