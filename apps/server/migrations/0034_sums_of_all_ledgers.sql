-- The sums that triggers keep are of several ledgers of a project (payments and their contracts 0005 and 0013, petty cash 0021, cost budgets 0022),
-- but their tables and their column `payments` were named after payments. They are renamed here, and their functions are written out below as they
-- are from this migration on; 0005 explains dimensions and keys. `kept` says these sums alone: a payment that paid no order is unapplied.
-- Not compatible with older servers, whose statements name the old tables and columns: stop all servers before this upgrade (docs/servers.md).

-- What the triggers append; `dimension` says which sum a change is of, and of which ledger.
alter table cost_execution_changes rename to sum_changes;
alter table sum_changes rename column payments to entries;
alter index cost_execution_changes_pkey rename to sum_changes_pkey;
alter index cost_execution_changes_contract rename to sum_changes_contract;
alter sequence cost_execution_changes_id_seq rename to sum_changes_id_seq;
alter table sum_changes drop constraint cost_execution_changes_dimension_check;
alter table sum_changes add constraint sum_changes_dimension_check
  check (dimension in ('subject', 'pay_category', 'payer', 'contract', 'payments',
    'imprests', 'imprest_subject', 'imprest_payer', 'imprest_open', 'cost_budget'));

-- The totals of a project, but for those of its contracts, which are in contract_totals. `entries` counts payments and details of petty cash.
alter table cost_execution_totals rename to project_totals;
alter table project_totals rename column payments to entries;
alter index cost_execution_totals_pkey rename to project_totals_pkey;

-- The foreign key, which a spread database has not, and the constraints of columns that are not null, which have names since PostgreSQL 18.
do $$
declare
  named record;
begin
  for named in
    select conrelid::regclass as at, conname as name from pg_constraint
    where conrelid in ('sum_changes'::regclass, 'project_totals'::regclass) and conname ~ '^cost_execution_(changes|totals)_'
  loop
    execute format('alter table %s rename constraint %I to %I', named.at, named.name,
      named.at || replace(regexp_replace(named.name, '^cost_execution_(changes|totals)', ''), 'payments', 'entries'));
  end loop;
end $$;

-- A sum is always totals and changes together.
drop view cost_execution_sums;
create view project_sums as
  select project_id, dimension, voucher_category, key, payer, amount, entries from project_totals
  union all
  select project_id, 'contract', -1::smallint, contract_id, '', amount, 0 from contract_totals
  union all
  select project_id, dimension, voucher_category, key, payer, amount, entries from sum_changes;

drop function fold_cost_execution_changes(bigint);
-- Those of a spread database (spread/functions.sql).
drop function if exists fold_cost_execution_changes_of_shard(bigint);
drop function if exists append_cost_execution_changes(text[]);
drop function if exists cost_execution_change(bigint, text, integer, bigint, text, numeric, bigint);

-- The lines of one statement as changes, with the sign that the trigger says: each counts for its subject, for its payment type and for its
-- payer, with its voucher type and with all of them.
create or replace function note_cost_execution_lines() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, voucher_category, key, payer, amount)
  select l.project_id,
    case when grouping(l.subject_id) = 0 then 'subject' when grouping(l.category) = 0 then 'pay_category' else 'payer' end,
    coalesce(l.voucher, -1), coalesce(l.subject_id, l.category, 0), coalesce(l.payer, ''), tg_argv[0]::integer * sum(l.pay_amount)
  from (
    select d.project_id, d.subject_id, coalesce(d.pay_category_id, 0) as category, c.payer,
      coalesce(d.voucher_category, 0::smallint) as voucher, d.pay_amount
    from changed d join cost_executions c on c.project_id = d.project_id and c.id = d.cost_execution_id) l
  group by l.project_id, cube (l.voucher), grouping sets ((l.subject_id), (l.category), (l.payer))
  having sum(l.pay_amount) <> 0;
  return null;
end $$;

create or replace function count_cost_executions() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, entries)
  select project_id, 'payments', tg_argv[0]::integer * count(*) from changed group by project_id;
  return null;
end $$;

-- A payment with another payer takes its lines along.
create or replace function move_cost_execution_payers() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, payer, voucher_category, amount)
  select m.project_id, 'payer', m.payer, coalesce(v.voucher, -1), sum(m.sign * d.pay_amount)
  from (
    select o.project_id, o.id, side.payer, side.sign
    from before o join after n on n.project_id = o.project_id and n.id = o.id and n.payer <> o.payer
    cross join lateral (values (o.payer, -1), (n.payer, 1)) side (payer, sign)) m
  join cost_execution_details d on d.project_id = m.project_id and d.cost_execution_id = m.id
  cross join lateral (values (coalesce(d.voucher_category, 0::smallint))) v (voucher)
  group by m.project_id, m.payer, cube (v.voucher)
  having sum(m.sign * d.pay_amount) <> 0;
  return null;
end $$;

-- What was paid on a contract: triggers of their own, as they read the lines alone. An update appends only what changed.
create or replace function note_contract_lines() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, key, amount)
  select project_id, 'contract', contract_id, tg_argv[0]::integer * sum(pay_amount)
  from changed where contract_id is not null
  group by project_id, contract_id having sum(pay_amount) <> 0;
  return null;
end $$;

create or replace function move_contract_lines() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, key, amount)
  select project_id, 'contract', contract_id, sum(amount)
  from (
    select project_id, contract_id, -pay_amount as amount from before where contract_id is not null
    union all
    select project_id, contract_id, pay_amount from after where contract_id is not null) l
  group by project_id, contract_id having sum(amount) <> 0;
  return null;
end $$;

-- Petty cash: of all details, by subject and by payer, each with its voucher type and with all of them, and of the open details by subject.
create or replace function note_imprests() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, voucher_category, key, payer, amount, entries)
  select e.project_id,
    case when grouping(e.subject_id) = 0 then 'imprest_subject' when grouping(e.payer) = 0 then 'imprest_payer' else 'imprests' end,
    coalesce(e.voucher, -1), coalesce(e.subject_id, 0), coalesce(e.payer, ''), tg_argv[0]::integer * sum(e.pay_amount),
    case when grouping(e.subject_id, e.payer) = 3 then tg_argv[0]::integer * count(*) else 0 end
  from (
    select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint) as voucher, pay_amount from changed) e
  group by e.project_id, cube (e.voucher), grouping sets ((e.subject_id), (e.payer), ())
  having sum(e.pay_amount) <> 0 or grouping(e.subject_id, e.payer) = 3;
  insert into sum_changes (project_id, dimension, key, amount)
  select project_id, 'imprest_open', subject_id, tg_argv[0]::integer * sum(pay_amount)
  from changed where write_off_id is null
  group by project_id, subject_id having sum(pay_amount) <> 0;
  return null;
end $$;

-- An update appends only what changed: of a write-off, that its details are no longer open.
create or replace function move_imprests() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, voucher_category, key, payer, amount, entries)
  select e.project_id,
    case when grouping(e.subject_id) = 0 then 'imprest_subject' when grouping(e.payer) = 0 then 'imprest_payer' else 'imprests' end,
    coalesce(e.voucher, -1), coalesce(e.subject_id, 0), coalesce(e.payer, ''), sum(e.amount),
    case when grouping(e.subject_id, e.payer) = 3 then sum(e.sign) else 0 end
  from (
    select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint) as voucher, -pay_amount as amount, -1 as sign
    from before
    union all
    select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint), pay_amount, 1 from after) e
  group by e.project_id, cube (e.voucher), grouping sets ((e.subject_id), (e.payer), ())
  having sum(e.amount) <> 0 or (grouping(e.subject_id, e.payer) = 3 and sum(e.sign) <> 0);
  insert into sum_changes (project_id, dimension, key, amount)
  select project_id, 'imprest_open', subject_id, sum(amount)
  from (
    select project_id, subject_id, -pay_amount as amount from before where write_off_id is null
    union all
    select project_id, subject_id, pay_amount from after where write_off_id is null) e
  group by project_id, subject_id having sum(amount) <> 0;
  return null;
end $$;

-- The cost budget, by subject.
create or replace function note_cost_budgets() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, key, amount)
  select project_id, 'cost_budget', subject_id, tg_argv[0]::integer * sum(amount)
  from changed group by project_id, subject_id having sum(amount) <> 0;
  return null;
end $$;

create or replace function move_cost_budgets() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, key, amount)
  select project_id, 'cost_budget', subject_id, sum(amount)
  from (
    select project_id, subject_id, -amount as amount from before
    union all
    select project_id, subject_id, amount from after) b
  group by project_id, subject_id having sum(amount) <> 0;
  return null;
end $$;

-- Adds the project's changes to its totals, unless somebody else is doing so.
create or replace function fold_sum_changes(project bigint) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock('project_totals'::regclass::oid::integer, (project % 2147483647)::integer) then
    return;
  end if;
  with taken as (delete from sum_changes where project_id = project returning *),
  on_contracts as (
    insert into contract_totals as t (project_id, contract_id, amount)
    select project_id, key, sum(amount) from taken where dimension = 'contract' group by 1, 2
    on conflict (project_id, contract_id) do update set amount = t.amount + excluded.amount)
  insert into project_totals as t (project_id, dimension, voucher_category, key, payer, amount, entries)
  select project_id, dimension, voucher_category, key, payer, sum(amount), sum(entries)
  from taken where dimension <> 'contract' group by 1, 2, 3, 4, 5
  on conflict (project_id, dimension, voucher_category, key, payer)
    do update set amount = t.amount + excluded.amount, entries = t.entries + excluded.entries;
end $$;

-- Every thousandth change folds those of its project: a save appends about ten. Who writes a great deal in one transaction folds once, at its end.
create or replace function fold_now_and_then() returns trigger language plpgsql as $$
declare
  project bigint;
begin
  if current_setting('pianzhang.fold_later', true) = 'yes' then
    return null;
  end if;
  for project in select distinct a.project_id from appended a where a.id % 1000 = 0 loop
    perform fold_sum_changes(project);
  end loop;
  return null;
end $$;

alter table order_payments rename column kept_reason to unapplied_reason;
alter table order_payments drop constraint order_payments_kept_reason_check;
alter table order_payments add constraint order_payments_unapplied_reason_check
  check (unapplied_reason in ('unknown', 'cancelled', 'amount', 'paid'));
alter table order_payments drop constraint order_payments_done_kept;
alter table order_payments add constraint order_payments_done_unapplied check (done_at is null or unapplied_reason is not null);
alter index order_payments_kept rename to order_payments_unapplied;
