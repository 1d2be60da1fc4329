import { describe, expect, it } from 'vitest'
import { brokenRules, type Tables } from './rules.ts'

const tables: Tables = {
  project: ['payments', 'lines', 'subjects', 'sums'],
  company: ['users', 'projects', 'companies'],
}
const broken = (statement: string) => brokenRules(statement, tables)
const RULE_1 = (table: string) => `rule 1: ${table} without "project_id = constant" of its own`
const IN_SET = 'rule 4: a select without columns in a set operation'

describe('keeps to the rules', () => {
  it.each([
    'select 1',
    'begin',
    'commit',
    'select id from payments where project_id = $1',
    'select id from payments where $1 = project_id and (id = 1 or id = 2)',
    'select p.id from payments as p where p.project_id = 5::bigint and p.id = any($1)',
    'select id from "payments" where "payments"."project_id" = $1::bigint for update',
    'select p.id from payments p join lines l on l.project_id = $1 and l.payment_id = p.id where p.project_id = $2',
    'select p.id from payments p left join lines l on l.project_id = $1 and l.payment_id = p.id where p.project_id = $2',
    'select p.id from lines l right join payments p on l.project_id = $1 and l.payment_id = p.id where p.project_id = $2',
    'select 1 from payments p where p.project_id = $1 and exists (select from lines l where l.project_id = $2 and l.payment_id = p.id)',
    'select (select s.name from subjects s where s.project_id = $1 and s.id = p.subject_id) from payments p where p.project_id = $1',
    'with page as (select id from payments where project_id = $1) select page.id from page',
    'with subjects as (select 1 as id) select s.id from subjects s',
    'select id from payments where project_id = $1 union select payment_id from lines where project_id = $2',
    'select sum(p.amount) from payments p where p.project_id = any($1) and p.id = any($2)',
    'select 1 from payments where project_id = $1 union select 1 from lines where project_id = $2',
    'select p.id from payments p, jsonb_to_recordset($1::jsonb) as n(id bigint) where p.project_id = $2 and p.id = n.id',
    'insert into payments (project_id, name) values ($1, $2), ($3, $4) on conflict (project_id, name) do nothing returning id',
    'insert into payments (name, project_id) select n.name, $1 from unnest($2::text[]) n(name)',
    'update payments p set name = n.name from unnest($1::text[]) n(name) where p.project_id = $2',
    'update payments set name = $1 where project_id = $2 and id = $3',
    'delete from lines l using payments p where l.project_id = $1 and p.project_id = $2 and p.id = l.payment_id',
    'declare rows no scroll cursor for select id from payments where project_id = $1',
    'fetch 1000 from rows',
    'copy payments (project_id, name) from stdin',
    'analyze (skip_locked) payments',
    'select u.name from users u join projects p on p.company_id = u.company_id',
    'select from projects where id = $1 for no key update',
    'select relname from pg_class',
    `update payments set name = case when name = 'a' then 'b' end where project_id = $1`,
    `select case name when 'a' then 'b' end from payments where project_id = $1`,
    `update users set name = case name when 'a' then 'b' end`,
  ])('%s', (statement) => {
    expect(broken(statement)).toEqual([])
  })
})

describe('breaks rule 1', () => {
  it.each([
    ['nothing said', 'select id from payments', 'payments'],
    ['an expression', 'select id from payments where project_id + 0 = $1', 'payments'],
    ['several to lock', 'select id from payments where project_id = any($1) for update', 'payments'],
    ['several to write', 'delete from payments where project_id = any($1)', 'payments'],
    ['others than several', 'select id from payments where project_id <> all($1)', 'payments'],
    [
      'several beside another table',
      'select 1 from payments p, subjects s where p.project_id = any($1) and s.project_id = $2',
      'payments',
    ],
    ['a list of one', 'select id from payments where project_id in ($1)', 'payments'],
    ['an inequality', 'select id from payments where project_id >= $1', 'payments'],
    ['one way of two', 'select id from payments where project_id = $1 or id = $2', 'payments'],
    ['denied', 'select id from payments where not (project_id = $1)', 'payments'],
    ['another column', 'select id from payments where id = $1', 'payments'],
    ['a column of the same', 'select id from payments where project_id = id', 'payments'],
    ['a subquery as the value', 'select id from payments where project_id = (select $1::bigint)', 'payments'],
    [
      'only by the other table of a join',
      'select 1 from payments p join lines l on l.project_id = p.project_id where p.project_id = $1',
      'lines',
    ],
    [
      'ON filters the nullable side only',
      'select 1 from payments p left join lines l on p.project_id = $1 and l.project_id = $1',
      'payments',
    ],
    [
      'ON of a full join',
      'select 1 from payments p full join lines l on l.project_id = $1 where p.project_id = $1',
      'lines',
    ],
    [
      'only outside of a subquery',
      'select 1 from payments p where p.project_id = $1 and exists (select from lines l where l.project_id = p.project_id)',
      'lines',
    ],
    [
      'of the outer table inside a subquery',
      'select 1 from payments p where p.project_id = $1 and exists (select from lines l where p.project_id = $1)',
      'lines',
    ],
    [
      'the other part of a set operation',
      'select id from payments where project_id = $1 union all select id from lines',
      'lines',
    ],
    [
      'a CTE',
      'with l as (select id from lines) select p.id from payments p where p.project_id = $1',
      'lines',
    ],
    ['in the columns', 'select (select count(*) from lines) from payments where project_id = $1', 'lines'],
    ['a lock', 'select id from payments where id = $1 for update', 'payments'],
    ['a view', 'select sum(amount) from sums', 'sums'],
    [
      'an alias without a condition',
      'select 1 from payments a, payments b where a.project_id = $1',
      'payments',
    ],
    ['update', 'update payments set name = $1 where id = $2', 'payments'],
    [
      'update from',
      'update payments p set name = $1 from lines l where p.project_id = $2 and l.payment_id = p.id',
      'lines',
    ],
    ['delete', 'delete from payments where id = $1', 'payments'],
    [
      'delete using',
      'delete from lines l using payments p where l.project_id = $1 and p.id = l.payment_id',
      'payments',
    ],
    ['insert without the project', 'insert into payments (name) values ($1)', 'payments'],
    [
      'insert of a row with another value',
      'insert into payments (project_id, name) values ($1, $2), (default, $3)',
      'payments',
    ],
    [
      'insert of what a query answers',
      'insert into payments (project_id, name) select n.project, n.name from unnest($1::bigint[], $2::text[]) n(project, name)',
      'payments',
    ],
    ['a cursor', 'declare rows cursor for select id from payments', 'payments'],
  ])('%s', (_what, statement, table) => {
    expect(broken(statement)).toEqual([RULE_1(table)])
  })

  it.each(['truncate payments', 'lock table payments', 'copy payments to stdout'])('%s', (statement) => {
    expect(broken(statement)).toEqual(['rule 1: payments of all projects at once'])
  })
})

it.each([
  'select p.id from payments p join users u on u.id = p.creator_id where p.project_id = $1',
  'select (select u.name from users u where u.id = p.creator_id) from payments p where p.project_id = $1',
  'select 1 from users u where exists (select from payments p where p.project_id = $1 and p.creator_id = u.id)',
  'with named as (select id from users) select p.id from payments p where p.project_id = $1 and p.creator_id in (select id from named)',
])('breaks rule 2: %s', (statement) => {
  expect(broken(statement)).toEqual(['rule 2: payments of a project together with users of a company'])
})

it.each([
  'select from payments where project_id = $1 union all select from lines where project_id = $2',
  'select 1 where exists (select from payments where project_id = $1) union select 2',
])('breaks rule 4: %s', (statement) => {
  expect(broken(statement)).toEqual([IN_SET])
})

describe('rule 8', () => {
  const RULE_8 = 'rule 8: name without the alias of its table'
  it.each([
    'select p.id from payments p where p.project_id = $1 and (p.id = 1 or name like $2)',
    'select p.id from payments p join lines l on l.project_id = $1 and name = l.name where p.project_id = $2',
    'update payments p set name = $1 where p.project_id = $2 and lower(name) = $3',
    'declare rows cursor for select p.id from payments p where p.project_id = $1 and name in ($2)',
  ])('is broken by %s', (statement) => {
    expect(broken(statement)).toEqual([RULE_8])
  })
  it.each([
    'select id from payments where project_id = $1 and name like $2',
    'select p.id from payments p where p.project_id = $1 and exists (select 1 from lines where project_id = $2 and name = $3)',
    'select p.id, p.amount as total from payments p where p.project_id = $1 order by total',
    'select p.id from payments p where p.project_id = $1 and p is not null',
  ])('is kept by %s', (statement) => {
    expect(broken(statement)).toEqual([])
  })
})

it('throws for invalid SQL', () => {
  expect(() => broken('select from where')).toThrow(/syntax error/)
})

it.each([
  `update payments set name = case name when 'a' then 'b' end where project_id = $1`,
  `insert into payments (project_id, name) select $1, case n.a when 1 then 'b' end from unnest($2::int[]) n (a)`,
])('breaks rule 9: %s', (statement) => {
  expect(broken(statement)).toEqual(['rule 9: case x when … in a write'])
})
