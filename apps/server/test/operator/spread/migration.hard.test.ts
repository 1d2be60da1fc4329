import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spread } from '../../../src/operator/spread/spread.ts'
import { migrate } from '../../../src/platform/database/migrations/migrate.ts'
import { applyToSpread } from '../../../src/platform/database/spread/apply.ts'
import { spreadFunctions } from '../../../src/platform/database/spread/distribute.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase, emptyDatabase } from '../../harness/database.ts'
import { becomeLater } from '../../harness/later-version.ts'
import { citusDatabase, on, whyNoCitus } from '../../machines/citus.ts'

const WHY_NOT = whyNoCitus()
/** A ledger as docs/new-ledger.md asks for, and changes of tables that are spread. */
const MIGRATION = `
create table equipment_rentals (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  contract_id bigint, -- may be absent;
  amount bigint not null check (amount <> 0),
  creator_id bigint not null references users,
  primary key (project_id, id),
  constraint equipment_rentals_code unique (project_id, code),
  foreign key (project_id, contract_id) references contracts
);
create index equipment_rentals_contract on equipment_rentals (project_id, contract_id);
alter table equipment_rentals alter column project_id set statistics 0;
create table rental_firms (id bigint generated always as identity primary key, company_id bigint not null references companies, name text);
insert into rental_firms (company_id, name) select id, '器材' from companies;
create function double_rental() returns trigger language plpgsql as $$ begin new.amount := 2 * new.amount; return new; end $$;
create trigger double before insert on equipment_rentals for each row execute function double_rental();
alter table petty_cash add column rental_id bigint;
alter table petty_cash add constraint petty_cash_rental foreign key (project_id, rental_id) references equipment_rentals (project_id, id);
create index petty_cash_of_rental on petty_cash (project_id, rental_id) where rental_id is not null;
insert into equipment_rentals (project_id, code, amount, creator_id)
  select project_id, 'of ' || code, 7, creator_id from contracts;
`

const FUNCTIONS = `select proname::text as name, md5(prosrc) as sum from pg_proc
  where pronamespace = 'public'::regnamespace and proname = any ($1) order by 1`

const apply = (url: string, sql: string) =>
  withClient(url, async (client) => {
    await client.query('begin')
    await applyToSpread(client, sql)
    await client.query('commit')
  })

describe.skipIf(WHY_NOT !== null)('migrations of a spread database', () => {
  let database: Awaited<ReturnType<typeof citusDatabase>>
  beforeAll(async () => {
    database = await citusDatabase()
  })
  afterAll(async () => await database?.drop())

  /** A payment of 10 fen. */
  const book = async () => {
    const [payment] = await on(
      database.url,
      `insert into payments (project_id, code, pay_at, payer, pay_amount, creator_id, created_at, updated_at)
       select 1, 'f' || count(*), '2026-11-21', '王某某', 10, 1, now(), now() from payments where project_id = 1 returning id, code`,
    )
    await on(
      database.url,
      `insert into payment_lines (project_id, code, payment_id, position, subject_id, pay_channel, pay_amount)
       values (1, $1, $2, 1, 1, 1, 10)`,
      [payment?.code, payment?.id],
    )
  }

  test('those since it was spread end with the tables of a fresh database', async () => {
    await migrate(database.url)
    await on(
      database.url,
      `with company as (insert into companies (code, name) values ('c', '') returning id),
         person as (insert into users (code, company_id, name, phone, password_hash) select 'u', id, '', '139', '' from company returning id, company_id)
       insert into projects (code, company_id, name, creator_id, expire_at) select 'p', company_id, '', id, '2030-01-01' from person`,
    )
    await on(
      database.url,
      `insert into contracts (project_id, code, out_code, customer, category, amount, creator_id, created_at, updated_at)
       values (1, 'k', 'HT-1', '', 0, 1, 1, now(), now())`,
    )
    await on(
      database.url,
      `insert into subjects (project_id, code, category, out_code, name, one_id) values (1, 's', 0, '1000', '', 1)`,
    )
    await book()
    await on(database.url, 'select fold_sum_changes(1)')
    await spread(database.url, { shards: 4 })
    await book()
    const later = becomeLater()
    expect(await migrate(database.url)).toBe(later.length)
    const columns = (url: string) =>
      on(
        url,
        `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns c
         where table_schema = 'public' and table_name not like 'citus%' order by 1, 2`,
      )
    const fresh = await emptyDatabase()
    await migrate(fresh.url)
    expect(await columns(database.url)).toEqual(await columns(fresh.url))
    await fresh.drop()
  })

  test('kept sums go on, on every server with the functions of a spread database', async () => {
    await book()
    const sums = await on(
      database.url,
      `select dimension, sum(amount)::int as amount, sum(entries)::int as entries from project_sums
       where project_id = 1 and voucher_category = -1 group by 1 order by 1`,
    )
    expect(sums).toEqual([
      { dimension: 'payment_type', amount: 30, entries: 0 },
      { dimension: 'payer', amount: 30, entries: 0 },
      { dimension: 'payments', amount: 0, entries: 3 },
      { dimension: 'subject', amount: 30, entries: 0 },
    ])
    const functions = await spreadFunctions()
    const made = [...functions.matchAll(/^create or replace function (\w+)/gm)].map(([, name]) => name)
    const fresh = await cloneDatabase()
    const expected = await withClient(fresh.url, async (client) => {
      await client.query(functions)
      return (await client.query(FUNCTIONS, [made])).rows
    })
    await fresh.drop()
    expect(expected.length).toBe(made.length)
    for (const node of database.citus.nodes) {
      const server = Object.assign(new URL(node), { pathname: new URL(database.url).pathname }).href
      expect(await on(server, FUNCTIONS, [made])).toEqual(expected)
    }
  })

  test('a new ledger is distributed with the rows that the migration writes, its keys, triggers and statistics', async () => {
    await apply(database.url, MIGRATION)
    const kinds = await on(
      database.url,
      `select logicalrelid::text as name, partmethod::text as kind, colocationid = (
         select colocationid from pg_dist_partition where logicalrelid = 'subjects'::regclass) as colocated
       from pg_dist_partition where logicalrelid::text in ('equipment_rentals', 'rental_firms') order by 1`,
    )
    expect(kinds).toEqual([
      { name: 'equipment_rentals', kind: 'h', colocated: true },
      { name: 'rental_firms', kind: 'n', colocated: false },
    ])
    expect(await on(database.url, 'select code, amount::int, id::int from equipment_rentals')).toEqual([
      { code: 'of k', amount: 14, id: 1 },
    ])
    expect(await on(database.url, 'select name, id::int from rental_firms')).toEqual([
      { name: '器材', id: 1 },
    ])
    const statistics = await on(
      database.url,
      `select distinct result from run_command_on_shards('equipment_rentals', $$
         select attstattarget from pg_attribute where attrelid = '%s'::regclass and attname = 'project_id' $$)`,
    )
    expect(statistics).toEqual([{ result: '0' }])
    // The next ids follow, in both kinds of tables.
    const add = `insert into equipment_rentals (project_id, code, amount, creator_id) values (1, 'x', 1, 1) returning id::int`
    expect(await on(database.url, add)).toEqual([{ id: 2 }])
    await expect(on(database.url, add)).rejects.toMatchObject({ code: '23505' })
    expect(
      await on(database.url, `insert into rental_firms (company_id) values (1) returning id::int`),
    ).toEqual([{ id: 2 }])
    await expect(
      on(
        database.url,
        `insert into equipment_rentals (project_id, code, amount, creator_id, contract_id) values (1, 'y', 1, 1, 99)`,
      ),
    ).rejects.toMatchObject({ code: '23503' })
  })

  test('what Citus cannot do is refused, and the migration changes nothing', async () => {
    const sql = `create table later (project_id bigint, id bigint, primary key (project_id, id));
      alter table contracts alter column customer set statistics 5`
    await expect(apply(database.url, sql)).rejects.toThrow(/unsupported/)
    expect(await on(database.url, `select to_regclass('later')::text as name`)).toEqual([{ name: null }])
  })
})
