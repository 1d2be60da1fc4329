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

-- One more of the sums of 0005: dimension `contract`, its key the contract. Triggers of their own, as they read the lines
-- alone, and an update appends only what changed.
alter table cost_execution_changes drop constraint cost_execution_changes_dimension_check;
alter table cost_execution_changes add constraint cost_execution_changes_dimension_check
  check (dimension in ('subject', 'pay_category', 'payer', 'contract', 'payments'));

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

-- A contract's own changes; partial, so that those of other dimensions do not write into it.
create index cost_execution_changes_contract on cost_execution_changes (project_id, key) where dimension = 'contract';

-- After the triggers, whose creation keeps writers out until the commit: what is there already.
insert into cost_execution_totals (project_id, dimension, voucher_category, key, payer, amount, payments)
select project_id, 'contract', -1, contract_id, '', sum(pay_amount), 0
from cost_execution_details where contract_id is not null group by project_id, contract_id;
