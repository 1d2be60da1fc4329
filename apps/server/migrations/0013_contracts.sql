-- Contracts are edited, imported, deleted, scanned and supplemented; what was paid on them is kept beside the payments.

alter table contracts add column updated_at timestamptz;
-- The import that brought it, if any.
alter table contracts add column import_id bigint;
update contracts set updated_at = created_at;
alter table contracts alter column updated_at set not null;
alter table contracts add constraint contracts_import foreign key (project_id, import_id) references imports;

create table contract_attachments (
  project_id bigint not null,
  contract_id bigint not null,
  attachment_id bigint not null,
  position smallint not null,
  primary key (project_id, contract_id, attachment_id),
  foreign key (project_id, contract_id) references contracts,
  foreign key (project_id, attachment_id) references attachments
);
create index contract_attachments_file on contract_attachments (project_id, attachment_id);

-- One row for each contract of a pair, so that the primary key keeps a contract in one pair, as either side: never with
-- itself, never a supplement of two, no chain. The unique constraint keeps a pair to one supplement.
create table contract_supplements (
  project_id bigint not null,
  contract_id bigint not null,
  -- The contract that is supplemented; in its own row itself.
  main_id bigint not null,
  is_supplement boolean not null generated always as (contract_id <> main_id) stored,
  -- Constant, for the foreign key: a supplement's row needs that of its main contract.
  of_supplement boolean not null generated always as (false) stored,
  primary key (project_id, contract_id),
  constraint contract_supplements_one unique (project_id, main_id, is_supplement),
  constraint contract_supplements_main foreign key (project_id, main_id, of_supplement)
    references contract_supplements (project_id, main_id, is_supplement),
  foreign key (project_id, contract_id) references contracts
);

-- As 0008 says.
alter table contract_attachments alter column project_id set statistics 0;
alter table contract_supplements alter column project_id set statistics 0;

-- A contract's history; partial, so that entries of other records do not write into it.
create index audit_logs_contract on audit_logs (project_id, code, id) where resource = 'contract';

-- One more of the sums of 0005: what was paid on a contract. Its changes are of dimension `contract`, their key the
-- contract; its totals are a table of their own, of which a list of thousands of contracts is read at once.
create table contract_totals (
  project_id bigint not null references projects,
  contract_id bigint not null,
  amount numeric(30) not null,
  -- For sorting: far quicker than the amount, and like it but for sums of more than 40 quadrillion yuan.
  sorted bigint not null generated always as (least(greatest(amount, -4e18), 4e18)::bigint) stored,
  primary key (project_id, contract_id)
) with (fillfactor = 70);
alter table contract_totals alter column project_id set statistics 0;

alter table cost_execution_changes drop constraint cost_execution_changes_dimension_check;
alter table cost_execution_changes add constraint cost_execution_changes_dimension_check
  check (dimension in ('subject', 'pay_category', 'payer', 'contract', 'payments'));
-- A contract's own changes; partial, so that those of other dimensions do not write into it.
create index cost_execution_changes_contract on cost_execution_changes (project_id, key) where dimension = 'contract';

create or replace view cost_execution_sums as
  select project_id, dimension, voucher_category, key, payer, amount, payments from cost_execution_totals
  union all
  select project_id, 'contract', -1::smallint, contract_id, '', amount, 0 from contract_totals
  union all
  select project_id, dimension, voucher_category, key, payer, amount, payments from cost_execution_changes;

create or replace function fold_cost_execution_changes(project bigint) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock('cost_execution_totals'::regclass::oid::integer, (project % 2147483647)::integer) then
    return;
  end if;
  with taken as (delete from cost_execution_changes where project_id = project returning *),
  on_contracts as (
    insert into contract_totals as t (project_id, contract_id, amount)
    select project_id, key, sum(amount) from taken where dimension = 'contract' group by 1, 2
    on conflict (project_id, contract_id) do update set amount = t.amount + excluded.amount)
  insert into cost_execution_totals as t (project_id, dimension, voucher_category, key, payer, amount, payments)
  select project_id, dimension, voucher_category, key, payer, sum(amount), sum(payments)
  from taken where dimension <> 'contract' group by 1, 2, 3, 4, 5
  on conflict (project_id, dimension, voucher_category, key, payer)
    do update set amount = t.amount + excluded.amount, payments = t.payments + excluded.payments;
end $$;

-- Triggers of their own, as they read the lines alone; an update appends only what changed.
create function note_contract_lines() returns trigger language plpgsql as $$
begin
  insert into cost_execution_changes (project_id, dimension, key, amount)
  select project_id, 'contract', contract_id, tg_argv[0]::integer * sum(pay_amount)
  from changed where contract_id is not null
  group by project_id, contract_id having sum(pay_amount) <> 0;
  return null;
end $$;
create function move_contract_lines() returns trigger language plpgsql as $$
begin
  insert into cost_execution_changes (project_id, dimension, key, amount)
  select project_id, 'contract', contract_id, sum(amount)
  from (
    select project_id, contract_id, -pay_amount as amount from before where contract_id is not null
    union all
    select project_id, contract_id, pay_amount from after where contract_id is not null) l
  group by project_id, contract_id having sum(amount) <> 0;
  return null;
end $$;
create trigger note_contract_added after insert on cost_execution_details
  referencing new table as changed for each statement execute function note_contract_lines('1');
create trigger note_contract_removed after delete on cost_execution_details
  referencing old table as changed for each statement execute function note_contract_lines('-1');
create trigger move_contract after update on cost_execution_details
  referencing old table as before new table as after for each statement execute function move_contract_lines();

-- After the triggers, whose creation keeps writers out until the commit: what is there already.
insert into contract_totals (project_id, contract_id, amount)
select project_id, contract_id, sum(pay_amount)
from cost_execution_details where contract_id is not null group by project_id, contract_id;
