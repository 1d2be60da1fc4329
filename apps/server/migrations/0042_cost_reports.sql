-- Compatible from 0041.
-- Features that a company switches on; the cost report: what contracts still cost by subject, estimates, frozen reports, shooting days; locked
-- versions of the cost budget and moves between subjects.

-- A feature without a row is off, as for companies from before it.
create table company_features (
  company_id bigint not null references companies,
  feature text not null,
  is_on boolean not null,
  primary key (company_id, feature)
);

-- What was paid on a contract, by subject: changes of dimension `contract` name the subject, from this migration on. 0: an older change, which
-- the fill below has counted, or a correction of the contract's total alone.
alter table sum_changes add column subject_id bigint not null default 0;
create table contract_subject_totals (
  project_id bigint not null references projects,
  contract_id bigint not null,
  subject_id bigint not null,
  amount numeric(30) not null,
  primary key (project_id, contract_id, subject_id)
) with (fillfactor = 70);

create or replace function note_contract_lines() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, key, subject_id, amount)
  select project_id, 'contract', contract_id, subject_id, tg_argv[0]::integer * sum(pay_amount)
  from changed where contract_id is not null
  group by project_id, contract_id, subject_id having sum(pay_amount) <> 0;
  return null;
end $$;

create or replace function move_contract_lines() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, key, subject_id, amount)
  select project_id, 'contract', contract_id, subject_id, sum(amount)
  from (
    select project_id, contract_id, subject_id, -pay_amount as amount from before where contract_id is not null
    union all
    select project_id, contract_id, subject_id, pay_amount from after where contract_id is not null) l
  group by project_id, contract_id, subject_id having sum(amount) <> 0;
  return null;
end $$;

-- Commitments: what is still to be paid on contracts, by subject (modules/cost-reports/commitments.ts, which computes them). Kept as of a refresh:
-- the parts of each pair of a contract and its supplement, under the contract, and their sums by subject; subject 0 is what is not allocated.
-- Contracts that changed since are in commitment_changes or, until they are folded, in sum_changes; a report computes those anew.
create table contract_commitments (
  project_id bigint not null references projects,
  contract_id bigint not null,
  subject_id bigint not null,
  amount bigint not null,
  primary key (project_id, contract_id, subject_id)
);
-- How many contracts have a rest that is not allocated.
create index contract_commitments_unallocated on contract_commitments (project_id, contract_id) where subject_id = 0;
create table commitment_totals (
  project_id bigint not null references projects,
  subject_id bigint not null,
  amount numeric(30) not null,
  primary key (project_id, subject_id)
) with (fillfactor = 70);
-- Appended only, so that a refresh never deletes what another transaction has just repeated.
create table commitment_changes (
  project_id bigint not null,
  id bigint generated always as identity,
  contract_id bigint not null,
  primary key (project_id, id)
);

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
    select distinct project_id, key from taken where dimension = 'contract')
  insert into project_totals as t (project_id, dimension, voucher_category, key, payer, amount, entries)
  select project_id, dimension, voucher_category, key, payer, sum(amount), sum(entries)
  from taken where dimension <> 'contract' group by 1, 2, 3, 4, 5
  on conflict (project_id, dimension, voucher_category, key, payer)
    do update set amount = t.amount + excluded.amount, entries = t.entries + excluded.entries;
end $$;

-- The shares of a contract's amount that are meant for subjects; they come to its amount at most.
create table contract_allocations (
  project_id bigint not null,
  contract_id bigint not null,
  subject_id bigint not null,
  amount bigint not null check (amount <> 0 and abs(amount) <= 999999999999999),
  primary key (project_id, contract_id, subject_id),
  constraint contract_allocations_contract foreign key (project_id, contract_id) references contracts,
  constraint contract_allocations_subject foreign key (project_id, subject_id) references subjects
);
create index contract_allocations_by_subject on contract_allocations (project_id, subject_id);
-- Settled: nothing more is to be paid on it, whatever its amount says.
alter table contracts add column settled_at timestamptz;
alter table contracts add column settled_reason text not null default '';

create function note_commitments() returns trigger language plpgsql as $$
begin
  insert into commitment_changes (project_id, contract_id) select distinct project_id, contract_id from changed;
  return null;
end $$;
create function note_contracts() returns trigger language plpgsql as $$
begin
  insert into commitment_changes (project_id, contract_id) select project_id, id from changed;
  return null;
end $$;
create trigger note_added after insert on contracts
  referencing new table as changed for each statement execute function note_contracts();
create trigger note_changed after update on contracts
  referencing new table as changed for each statement execute function note_contracts();
create trigger note_removed after delete on contracts
  referencing old table as changed for each statement execute function note_contracts();
create trigger note_added after insert on contract_allocations
  referencing new table as changed for each statement execute function note_commitments();
create trigger note_removed after delete on contract_allocations
  referencing old table as changed for each statement execute function note_commitments();
create trigger note_added after insert on contract_supplements
  referencing new table as changed for each statement execute function note_commitments();
create trigger note_removed after delete on contract_supplements
  referencing old table as changed for each statement execute function note_commitments();

-- What a subject will still cost. auto: by the rule; etc: `amount` is still to come; efc: it costs `amount` in the end.
create table cost_estimates (
  project_id bigint not null,
  subject_id bigint not null,
  mode text not null check (mode in ('auto', 'etc', 'efc')),
  amount bigint check (amount between 0 and 999999999999999),
  remark text not null default '',
  -- Cost to date and commitments when it was typed: the report says how far they have moved since.
  base numeric(30) not null,
  creator_id bigint not null references users,
  -- The import that brought it, if any.
  import_id bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, subject_id),
  constraint cost_estimates_subject foreign key (project_id, subject_id) references subjects,
  constraint cost_estimates_import foreign key (project_id, import_id) references imports,
  check ((mode = 'auto') = (amount is null))
);

-- Issued reports, which never change. Deleted ones were withdrawn.
create table cost_reports (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  no integer not null check (no > 0),
  as_of date not null,
  -- Null: issued by the server on a Monday.
  issuer_id bigint references users,
  issued_at timestamptz not null,
  primary key (project_id, id),
  constraint cost_reports_code unique (project_id, code),
  constraint cost_reports_no unique (project_id, no)
);
-- The figures of level-three subjects, in fen; subject null: contracts that are not allocated.
create table cost_report_rows (
  project_id bigint not null,
  report_id bigint not null,
  position integer not null,
  subject_id bigint,
  original numeric(30),
  budget numeric(30) not null,
  period numeric(30) not null,
  spent numeric(30) not null,
  committed numeric(30) not null,
  etc numeric(30) not null,
  mode text not null check (mode in ('auto', 'etc', 'efc')),
  remark text not null default '',
  primary key (project_id, report_id, position),
  constraint cost_report_rows_report foreign key (project_id, report_id) references cost_reports,
  constraint cost_report_rows_subject foreign key (project_id, subject_id) references subjects
);
create index cost_report_rows_by_subject on cost_report_rows (project_id, subject_id);

create table shooting_days (
  project_id bigint not null references projects,
  day date not null,
  day_no integer not null check (day_no between 1 and 9999),
  remark text not null default '',
  primary key (project_id, day),
  constraint shooting_days_no unique (project_id, day_no)
);
-- How often the shooting days were saved; no row: never.
create table shooting_plans (
  project_id bigint primary key references projects,
  version integer not null
);

-- Versions of the cost budget, each as it was when it was locked; not unlocked yet: one at most.
create table budget_versions (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  no integer not null check (no > 0),
  name text not null,
  amount numeric(30) not null,
  creator_id bigint not null references users,
  locked_at timestamptz not null,
  unlocker_id bigint references users,
  unlocked_at timestamptz,
  unlock_reason text not null default '',
  primary key (project_id, id),
  constraint budget_versions_code unique (project_id, code),
  constraint budget_versions_no unique (project_id, no)
);
create unique index budget_versions_locked on budget_versions (project_id) where unlocked_at is null;
create table budget_version_rows (
  project_id bigint not null,
  version_id bigint not null,
  subject_id bigint not null,
  amount numeric(30) not null,
  primary key (project_id, version_id, subject_id),
  constraint budget_version_rows_version foreign key (project_id, version_id) references budget_versions,
  constraint budget_version_rows_subject foreign key (project_id, subject_id) references subjects
);
create index budget_version_rows_by_subject on budget_version_rows (project_id, subject_id);
-- Locked for share by whoever writes lines of the budget, for update by whoever locks or unlocks it. No row: never locked.
create table budget_locks (
  project_id bigint primary key references projects,
  version_id bigint
);
-- Moves of budget from one subject to another; each is two lines of the budget.
create table budget_moves (
  project_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  no integer not null check (no > 0),
  version_id bigint not null,
  from_id bigint not null,
  to_id bigint not null check (to_id <> from_id),
  amount bigint not null check (amount between 1 and 999999999999999),
  reason text not null,
  moved_at date not null,
  -- The lines that it wrote.
  from_line bigint not null,
  to_line bigint not null,
  creator_id bigint not null references users,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint budget_moves_code unique (project_id, code),
  constraint budget_moves_no unique (project_id, no),
  constraint budget_moves_version foreign key (project_id, version_id) references budget_versions,
  constraint budget_moves_from foreign key (project_id, from_id) references subjects,
  constraint budget_moves_to foreign key (project_id, to_id) references subjects
);

-- As 0008 says. The tables are new, so nobody has spread them over servers yet.
alter table contract_subject_totals alter column project_id set statistics 0;
alter table contract_commitments alter column project_id set statistics 0;
alter table commitment_totals alter column project_id set statistics 0;
alter table commitment_changes alter column project_id set statistics 0;
alter table contract_allocations alter column project_id set statistics 0;
alter table cost_estimates alter column project_id set statistics 0;
alter table cost_reports alter column project_id set statistics 0;
alter table cost_report_rows alter column project_id set statistics 0;
alter table shooting_days alter column project_id set statistics 0;
alter table shooting_plans alter column project_id set statistics 0;
alter table budget_versions alter column project_id set statistics 0;
alter table budget_version_rows alter column project_id set statistics 0;
alter table budget_locks alter column project_id set statistics 0;
alter table budget_moves alter column project_id set statistics 0;

-- What is there already. The lock on sum_changes, which `alter table` took, keeps writers out until the commit.
insert into contract_subject_totals (project_id, contract_id, subject_id, amount)
select project_id, contract_id, subject_id, sum(pay_amount)
from cost_execution_details where contract_id is not null group by project_id, contract_id, subject_id;
insert into commitment_changes (project_id, contract_id) select project_id, id from contracts;
