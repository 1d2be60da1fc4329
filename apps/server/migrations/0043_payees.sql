-- Compatible from 0042.
-- Payees of a company and the history of their accounts; payments and contracts that name one; batches of payments as files for a bank, and formats
-- of such files that the operator adds to the delivered ones.

create table payees (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  name text not null check (name <> ''),
  -- 0 person, 1 organisation, 2 sole proprietor
  kind smallint not null check (kind between 0 and 2),
  id_type smallint,
  id_number text not null default '',
  phone text not null default '',
  bank_name text not null default '',
  bank_code text not null default '',
  province text not null default '',
  city text not null default '',
  account_name text not null default '',
  account text not null default '' check (account = '' or account ~ '^[0-9]{8,32}$'),
  resident boolean not null default true,
  remark text not null default '',
  -- The name, its pinyin and its initials in lower case, each after a blank (packages/contract/src/pinyin-search.ts), for `like`.
  search text not null,
  -- The last change of `account` from one number to another, which is marked for a week.
  account_changed_at timestamptz,
  account_changed_by text not null default '',
  -- The payee that this one became. It stays, so that a form that was opened before can still be saved.
  merged_into_id bigint references payees,
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index payees_same on payees (company_id, name, account) where merged_into_id is null;
create index payees_company on payees (company_id, id desc) where merged_into_id is null;
create index payees_search on payees using gin (company_id, search gin_trgm_ops) where merged_into_id is null;
create index payees_account on payees (company_id, account) where account <> '' and merged_into_id is null;
create index payees_id_number on payees (company_id, id_number) where id_number <> '' and merged_into_id is null;
create index payees_phone on payees (company_id, phone) where phone <> '' and merged_into_id is null;
create index payees_merged on payees (merged_into_id) where merged_into_id is not null;
create index payees_creator on payees (creator_id);

create table payee_account_changes (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  payee_id bigint not null references payees,
  field text not null check (field in ('account', 'account_name', 'bank_name')),
  before text not null,
  after text not null,
  user_id bigint not null references users,
  user_name text not null,
  changed_at timestamptz not null
);
create index payee_account_changes_payee on payee_account_changes (payee_id, id desc);
create index payee_account_changes_company on payee_account_changes (company_id);
create index payee_account_changes_user on payee_account_changes (user_id);

-- Without foreign keys, as payees are of the company: who writes one of these locks the payee (modules/payees/find.ts).
alter table cost_executions add column payee_id bigint;
create index cost_executions_payee on cost_executions (project_id, payee_id, pay_at desc) where payee_id is not null;
alter table contracts add column payee_id bigint;
create index contracts_payee on contracts (project_id, payee_id) where payee_id is not null;

-- Formats that the operator adds; those that are delivered are in modules/transfer-batches/formats/. No company's, no project's.
create table transfer_formats (
  id bigint generated always as identity primary key,
  bank text not null,
  version text not null,
  holds_from date not null,
  content jsonb not null,
  created_at timestamptz not null,
  unique (bank, version)
);

create table transfer_batches (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  bank text not null,
  format_version text not null,
  -- The format as it was, so that the file can be written again.
  format jsonb not null,
  pay_account text not null,
  pay_account_name text not null,
  pay_bank_name text not null,
  urgent boolean not null,
  total bigint not null check (total > 0),
  count integer not null check (count between 1 and 1000),
  state text not null default 'exported' check (state in ('exported', 'cancelled')),
  creator_id bigint not null references users,
  made_on date not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  primary key (project_id, id),
  unique (project_id, code)
);
create index transfer_batches_creator on transfer_batches (project_id, creator_id);

-- What the file says of each payment. `cost_execution_id` is null as soon as the payment is free again: its batch was cancelled, or it was deleted
-- while the company had the feature off.
create table transfer_batch_payments (
  project_id bigint not null references projects,
  batch_id bigint not null,
  position integer not null,
  cost_execution_id bigint,
  code text not null,
  payee text not null,
  -- Of the account.
  name text not null,
  account text not null,
  bank_name text not null,
  bank_code text not null,
  province text not null,
  city text not null,
  phone text not null,
  purpose text not null,
  amount bigint not null check (amount > 0),
  primary key (project_id, batch_id, position),
  foreign key (project_id, batch_id) references transfer_batches (project_id, id),
  foreign key (project_id, cost_execution_id) references cost_executions (project_id, id) on delete set null (cost_execution_id)
);
-- A payment is in one living batch.
create unique index transfer_batch_payments_living on transfer_batch_payments (project_id, cost_execution_id) where cost_execution_id is not null;
create index transfer_batch_payments_code on transfer_batch_payments (project_id, code);

alter table transfer_batches alter column project_id set statistics 0;
alter table transfer_batch_payments alter column project_id set statistics 0;
