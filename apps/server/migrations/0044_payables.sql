-- Compatible from 0043.
-- Payment plans of contracts: instalments, payment lines that name one, and what is left of each by due day.

-- `due_at` null: a milestone that is not reached. `percent`: hundredths of a percent of the contract's amount, from which the amount came.
create table contract_instalments (
  project_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  contract_id bigint not null,
  seq integer not null check (seq > 0),
  title text not null,
  kind text not null check (kind in ('date', 'milestone')),
  due_at date,
  reached_at timestamptz,
  percent integer check (percent between 1 and 10000),
  amount bigint not null check (amount between 1 and 999999999999999),
  subject_id bigint,
  pay_category_id bigint,
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint contract_instalments_code unique (project_id, code),
  -- For lines, which name an instalment of their own contract.
  constraint contract_instalments_of_contract unique (project_id, contract_id, id),
  constraint contract_instalments_contract foreign key (project_id, contract_id) references contracts,
  constraint contract_instalments_subject foreign key (project_id, subject_id) references subjects,
  constraint contract_instalments_category foreign key (project_id, pay_category_id) references pay_categories,
  check (kind = 'milestone' or (due_at is not null and reached_at is null)),
  check (kind = 'date' or (due_at is null) = (reached_at is null))
);
create index contract_instalments_by_subject on contract_instalments (project_id, subject_id) where subject_id is not null;
create index contract_instalments_by_category on contract_instalments (project_id, pay_category_id) where pay_category_id is not null;

-- Few lines name one, so the key is checked by row, as that of contracts (0009).
alter table cost_execution_details add column instalment_id bigint;
alter table cost_execution_details add constraint cost_execution_details_instalment
  foreign key (project_id, contract_id, instalment_id) references contract_instalments (project_id, contract_id, id);
alter table cost_execution_details add constraint cost_execution_details_instalment_of_contract
  check (instalment_id is null or contract_id is not null);
create index cost_execution_details_instalment on cost_execution_details (project_id, instalment_id) where instalment_id is not null;

-- What is left of instalments (modules/payables/rests.ts, which computes it), as of a refresh; those that are paid up have no row. Instalment 0: what
-- its contract has still to pay outside of the plan. `due_at` infinity: a milestone that is not reached; -infinity: of instalment 0. `incoming`:
-- money to receive. Contracts that changed since are in instalment_changes or, until they are folded, in sum_changes; a read computes those anew.
create table instalment_rests (
  project_id bigint not null,
  contract_id bigint not null,
  instalment_id bigint not null,
  incoming boolean not null,
  due_at date not null,
  customer text not null,
  rest bigint not null,
  primary key (project_id, contract_id, instalment_id)
);
create index instalment_rests_by_day on instalment_rests (project_id, incoming, due_at, customer, instalment_id);
create index instalment_rests_by_customer on instalment_rests (project_id, incoming, customer, due_at, instalment_id);
-- Their sums by due day.
create table instalment_days (
  project_id bigint not null,
  incoming boolean not null,
  due_at date not null,
  amount numeric(30) not null,
  entries bigint not null,
  primary key (project_id, incoming, due_at)
) with (fillfactor = 70);
-- Appended only, as commitment_changes.
create table instalment_changes (
  project_id bigint not null,
  id bigint generated always as identity,
  contract_id bigint not null,
  primary key (project_id, id)
);

-- A line that names an instalment is a change of its contract, also where the contract's sum stays.
create or replace function note_contract_lines() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, key, subject_id, amount)
  select project_id, 'contract', contract_id, subject_id, tg_argv[0]::integer * sum(pay_amount)
  from changed where contract_id is not null
  group by project_id, contract_id, subject_id having sum(pay_amount) <> 0 or bool_or(instalment_id is not null);
  return null;
end $$;

create or replace function move_contract_lines() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, key, subject_id, amount)
  select project_id, 'contract', contract_id, subject_id, sum(amount)
  from (
    select project_id, contract_id, subject_id, -pay_amount as amount, instalment_id from before where contract_id is not null
    union all
    select project_id, contract_id, subject_id, pay_amount, instalment_id from after where contract_id is not null) l
  group by project_id, contract_id, subject_id having sum(amount) <> 0 or bool_or(instalment_id is not null);
  return null;
end $$;

create or replace function fold_sum_changes(project bigint) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock('project_totals'::regclass::oid::integer, (project % 2147483647)::integer) then
    return;
  end if;
  with taken as (delete from sum_changes where project_id = project returning *),
  on_contracts as (
    insert into contract_totals as t (project_id, contract_id, amount)
    select project_id, key, sum(amount) from taken where dimension = 'contract' group by 1, 2
    on conflict (project_id, contract_id) do update set amount = t.amount + excluded.amount),
  on_subjects as (
    insert into contract_subject_totals as t (project_id, contract_id, subject_id, amount)
    select project_id, key, subject_id, sum(amount) from taken where dimension = 'contract' and subject_id <> 0 group by 1, 2, 3
    on conflict (project_id, contract_id, subject_id) do update set amount = t.amount + excluded.amount),
  on_commitments as (
    insert into commitment_changes (project_id, contract_id)
    select distinct project_id, key from taken where dimension = 'contract'),
  on_instalments as (
    insert into instalment_changes (project_id, contract_id)
    select distinct t.project_id, t.key from taken t where t.dimension = 'contract' and exists (
      select from contract_instalments i where i.project_id = project and i.contract_id = t.key))
  insert into project_totals as t (project_id, dimension, voucher_category, key, payer, amount, entries)
  select project_id, dimension, voucher_category, key, payer, sum(amount), sum(entries)
  from taken where dimension <> 'contract' group by 1, 2, 3, 4, 5
  on conflict (project_id, dimension, voucher_category, key, payer)
    do update set amount = t.amount + excluded.amount, entries = t.entries + excluded.entries;
end $$;

create function note_instalments() returns trigger language plpgsql as $$
begin
  insert into instalment_changes (project_id, contract_id)
  select distinct project_id, contract_id from changed where contract_id is not null;
  return null;
end $$;
create function note_planned_contracts() returns trigger language plpgsql as $$
begin
  insert into instalment_changes (project_id, contract_id) select project_id, id from changed;
  return null;
end $$;
create trigger note_added after insert on contract_instalments
  referencing new table as changed for each statement execute function note_instalments();
create trigger note_changed after update on contract_instalments
  referencing new table as changed for each statement execute function note_instalments();
create trigger note_removed after delete on contract_instalments
  referencing old table as changed for each statement execute function note_instalments();
create trigger note_planned_changed after update on contracts
  referencing new table as changed for each statement execute function note_planned_contracts();
create trigger note_planned_removed after delete on contracts
  referencing old table as changed for each statement execute function note_planned_contracts();
-- Receipts: what is received on contracts of incoming money.
create trigger note_instalments_added after insert on investment_executions
  referencing new table as changed for each statement execute function note_instalments();
create trigger note_instalments_changed after update on investment_executions
  referencing new table as changed for each statement execute function note_instalments();
create trigger note_instalments_before after update on investment_executions
  referencing old table as changed for each statement execute function note_instalments();
create trigger note_instalments_removed after delete on investment_executions
  referencing old table as changed for each statement execute function note_instalments();

-- As 0008 says.
alter table contract_instalments alter column project_id set statistics 0;
alter table instalment_rests alter column project_id set statistics 0;
alter table instalment_days alter column project_id set statistics 0;
alter table instalment_changes alter column project_id set statistics 0;
