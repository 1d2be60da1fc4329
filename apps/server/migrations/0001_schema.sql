-- The schema, in the order of the floors: base, books, features. Forward only from here: a change is a migration of its own, 0002_….sql.
--
-- Keys of project tables are (project_id, id), so that no row can point into another project even by mistake, and so that they can be spread over
-- servers by project_id (docs/sql.md): every unique constraint of them contains it, and every query compares it with a value. Money is in fen.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- === Base: companies, people and what every module stands on ===

-- A customer. All other rows belong to one company.
create table companies (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  -- The quota is what was granted by the operator plus what paid orders bought.
  granted_count integer not null default 0 check (granted_count >= 0),
  buy_count integer not null default 0 check (buy_count >= 0),
  -- Every project ever created, archived and deleted ones included. Raised in the transaction that creates one.
  exists_count integer not null default 0,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  -- Of whom the company requires it: of nobody, of those who may approve payments, of all.
  second_factor text not null default 'none' check (second_factor in ('none', 'approvers', 'all')),
  constraint companies_quota check (exists_count <= granted_count + buy_count)
);

-- A feature that a company switched on or off; without a row it is off.
create table company_features (
  company_id bigint not null references companies,
  feature text not null,
  is_on boolean not null,
  primary key (company_id, feature)
);

-- A role of a company, which people have.
create table roles (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  name text not null,
  description text not null default '',
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, name)
);

-- What a role may do with records of one model (packages/contract/src/permissions.ts).
create table role_permissions (
  role_id bigint not null references roles on delete cascade,
  model text not null,
  code text not null unique,
  actions text[] not null,
  primary key (role_id, model)
);

-- An account of a person.
create table users (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  name text not null,
  post text not null default '',
  phone text not null,
  password_hash text not null,
  must_change_password boolean not null default true,
  disabled boolean not null default false,
  is_super boolean not null default false,
  role_id bigint references roles,
  preferences jsonb not null default '{}',
  creator_id bigint references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- The name of a deleted person stays on their records; the phone is free again.
  deleted_at timestamptz,
  -- When a password that must be changed at the first login ends; null: it has ended.
  password_expires_at timestamptz
);
create unique index users_phone on users (phone) where deleted_at is null;
create unique index users_one_super on users (company_id) where is_super and deleted_at is null;
create index users_role on users (role_id);
-- The list, the count and the filter of a company's accounts. Measured with 100,000 accounts of 2,000 companies: without it each may read all
-- of them, 20 to 110 ms; with it 0.1 ms.
create index users_company on users (company_id, id desc);

-- An account with a row is asked for a code of its authenticator app at login.
create table second_factors (
  user_id bigint primary key references users,
  -- The app's key in base32. Not encrypted: the installation's secret is in no backup, and a restored company must be able to sign in.
  secret text not null,
  -- The 30 seconds, counted from 1970, of the last code that was accepted: none is accepted twice.
  last_step bigint not null,
  created_at timestamptz not null
);

-- Each makes up for a code of the app once, when its row is deleted.
create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- A login between its two steps: its token, given after the right password, and a valid code make a session.
create table login_challenges (
  token_hash bytea primary key,
  user_id bigint not null references users,
  expires_at timestamptz not null
);
create index login_challenges_user on login_challenges (user_id);
create index login_challenges_expiry on login_challenges (expires_at);

-- A film or a series, with ledgers of its own.
create table projects (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  name text not null,
  director text not null default '',
  main_character text not null default '',
  description text not null default '',
  start_date_at date,
  end_date_at date,
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- The same day three years on; the project is read-only from the day after.
  expire_at date not null,
  archive_at timestamptz,
  deleted_at timestamptz,
  -- Null: not deleted, or restored from a backup as deleted: its 30 days begin when the job first sees it.
  purge_after timestamptz,
  -- Its rows and files are being removed: from here on it cannot be brought back.
  purging_at timestamptz,
  purged_at timestamptz,
  check (end_date_at >= start_date_at)
);
create index projects_company on projects (company_id, id desc) where deleted_at is null;

-- Who works in a project, beside the super administrator.
create table project_members (
  project_id bigint not null references projects,
  user_id bigint not null references users,
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

-- Running numbers, taken in a short transaction of their own so that a long import never blocks a colleague.
create table project_numbers (
  project_id bigint not null references projects,
  kind text not null,
  value bigint not null,
  primary key (project_id, kind)
);

-- A sign-in on one device.
create table sessions (
  id bigint generated always as identity primary key,
  code text not null unique,
  token_hash bytea not null unique,
  user_id bigint not null references users,
  project_id bigint references projects,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  address text not null default '',
  agent text not null default '',
  ended_at timestamptz,
  -- 'logout' answers 401, 'ended' (password, disabling, deletion, transfer) answers 50012.
  end_reason text check (end_reason in ('logout', 'ended')),
  -- When a code was given in this session last.
  second_factor_at timestamptz,
  -- The key that was shown in this session, and is not confirmed yet.
  offered_secret text
);
create index sessions_user on sessions (user_id) where ended_at is null;

-- A picture of digits that was shown, until it is answered.
create table captchas (
  token_hash bytea primary key,
  answer text not null,
  expires_at timestamptz not null
);
create index captchas_expiry on captchas (expires_at);

-- Failed logins and captcha requests, counted for an account or an address.
create table attempts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('password', 'old_password', 'login', 'captcha', 'second_factor')),
  subject text not null,
  at timestamptz not null
);
create index attempts_subject on attempts (kind, subject, at);

-- The answer to a write, so that a repeated request gets it and writes nothing.
create table idempotency_keys (
  user_id bigint not null references users,
  key text not null,
  route text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Housekeeping: of all servers one at a time runs a job. The lease is renewed while it runs and runs out when its server is killed.
create table jobs (
  name text primary key,
  holder text,
  lease_until timestamptz,
  started_at timestamptz,
  -- When it last succeeded, and how often it has failed since.
  ended_at timestamptz,
  failures integer not null default 0,
  failure text not null default ''
);

-- What the page 系统状态 and `admin status` tell the operator.
create table backups (
  id bigint generated always as identity primary key,
  -- all: rows and files; rows: the embedded database's own, without files.
  content text not null check (content in ('all', 'rows')),
  target text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- The time in the archive's manifest, by which `backup:verify` finds this row.
  made_at timestamptz,
  row_count bigint,
  file_count bigint,
  lacking integer,
  byte_count bigint,
  failure text not null default '',
  verified_at timestamptz,
  -- Empty: nothing was wrong.
  verified text not null default '',
  -- Renewed twice a minute by the process that makes the backup or its copy: an old time without an end tells that it was killed.
  alive_at timestamptz,
  copy_started_at timestamptz,
  -- When it was read back without a fault.
  copied_at timestamptz,
  -- What failed, also after that: the removal of older copies. Empty: nothing.
  copy_failure text not null default ''
);
create index backups_started on backups (started_at desc);

-- One row a day, for the growth.
create table sizes (
  day date primary key,
  database_bytes bigint not null,
  file_bytes bigint not null,
  file_count bigint not null
);

-- A notice for one person: what waits for them, or what became of what they asked. Kept 90 days.
create table notifications (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  user_id bigint not null references users,
  -- The project that the notice is about: who may not enter it any more does not see the notice.
  project_id bigint references projects,
  kind text not null check (kind <> ''),
  title text not null check (title <> ''),
  text text not null,
  -- The page that shows what the notice is about, with its query, without the project.
  path text not null check (path like '/%'),
  -- Key of the record that the notice is about: when it is settled, all unread notices with this key that wait are marked as read.
  about text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_waiting on notifications (company_id, about) where read_at is null and kind = 'waiting';
create index notifications_company on notifications (company_id);
create index notifications_project on notifications (project_id) where project_id is not null;
create index notifications_created on notifications (created_at);

-- What somebody did, with the record before and after; written in the transaction of the write.
create table audit_logs (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  project_id bigint references projects,
  created_at timestamptz not null,
  user_id bigint references users,
  user_name text not null,
  action text not null,
  resource text not null,
  code text not null,
  label text not null,
  address text not null,
  request_id text not null,
  before jsonb,
  after jsonb
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
-- All filters of the list are columns of this index, so that entries which do not match are not fetched from the table. A label has
-- at most 500 characters (platform/audit/audit.ts), as an index row has at most 2,704 bytes.
create index audit_logs_newest on audit_logs (company_id, created_at desc, id desc) include (project_id, user_id, resource, code, label);
-- The projects of an entry decide who may see it.
create index audit_logs_person on audit_logs (company_id, user_id, created_at desc, id desc) include (project_id);
create index audit_logs_resource on audit_logs (company_id, resource, created_at desc, id desc) include (project_id);
-- The histories of contracts, payments and details of petty cash: one index, partial, so that entries of other records do not write into it. It also
-- finds the payments of a write-off that were deleted again.
create index audit_logs_records on audit_logs (project_id, code, id) where resource in ('contract', 'cost_execution', 'imprest');

-- The log can be deleted with its company alone (`admin company:delete`), in a transaction that names it.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.company_id::text = current_setting('pianzhang.deleting_company', true) then
    return old;
  end if;
  raise exception '% is append only', tg_table_name;
end $$;
create trigger audit_logs_append_only before update or delete on audit_logs
  for each row execute function refuse_change();

-- An order of more projects.
create table orders (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  creator_id bigint not null references users,
  -- 0 pending, 1 paid, 2 cancelled.
  status smallint not null default 0 check (status between 0 and 2),
  payment_type text not null check (payment_type in ('alipay', 'wechat_pay', 'transfer')),
  -- To be paid at the sandbox's cashier, which takes no money.
  sandbox boolean not null,
  project_quantity integer not null check (project_quantity between 1 and 100),
  -- Fen. The discount depends on what the company owned when it ordered.
  price bigint not null check (price > 0),
  discount_amount bigint not null check (discount_amount >= 0),
  amount bigint not null,
  owned_count integer not null,
  -- Of an online payment: the address of the QR code (of this server's cashier without the host), until when the provider takes it,
  -- and when the provider was last asked.
  qrcode_url text,
  qrcode_until timestamptz,
  asked_at timestamptz,
  -- Of a transfer: the account as it was configured then, and the code in the transfer's remark.
  collection_subject text,
  collection_bank_account text,
  collection_bank_name text,
  payment_code text unique,
  created_at timestamptz not null,
  paid_at timestamptz,
  cancelled_at timestamptz,
  -- The number that people say on the telephone: the day on which it was ordered, and a running number of the day over all companies.
  number text not null,
  constraint orders_number unique (number),
  check (amount = price * project_quantity - discount_amount and amount > 0),
  check ((paid_at is not null) = (status = 1) and (cancelled_at is not null) = (status = 2)),
  check (case payment_type when 'transfer'
    then payment_code is not null and collection_bank_account is not null and qrcode_url is null and not sandbox
    else payment_code is null and qrcode_url is not null end)
);
create index orders_company on orders (company_id, created_at desc, id desc);

-- Every payment received, once. One that did not pay an order has the reason, for the operator.
create table order_payments (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('alipay', 'wechat_pay', 'transfer', 'sandbox')),
  transaction_id text not null,
  -- As the provider named it; null in order_id: there is no such order.
  order_code text not null,
  order_id bigint references orders,
  amount bigint not null,
  paid_at timestamptz not null,
  received_at timestamptz not null,
  unapplied_reason text check (unapplied_reason in ('unknown', 'cancelled', 'amount', 'paid')),
  done_at timestamptz,
  done_note text not null default '',
  constraint order_payments_once unique (provider, transaction_id),
  check (unapplied_reason is not null or order_id is not null),
  constraint order_payments_done_unapplied check (done_at is null or unapplied_reason is not null)
);
-- Whatever else happens, an order is paid by one payment.
create unique index order_payments_settled on order_payments (order_id) where unapplied_reason is null;
create index order_payments_order on order_payments (order_id);
create index order_payments_unapplied on order_payments (received_at desc, id desc) where unapplied_reason is not null and done_at is null;

-- === Base: payees ===

-- Two characters in the midst of a payee's name have no trigram: their index has every two neighbouring characters of a text as one element; pairs
-- with a blank are left out, as no keyword has one. The planner takes a function of `cost 1000` for expensive, so it asks the index.
create function character_pairs(content text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array(select distinct pair from generate_series(1, length(content) - 1) at, substr(content, at, 2) pair where position(' ' in pair) = 0);
end $$;

-- Whom a company pays.
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
create index payees_phone on payees (company_id, phone) where phone <> '' and merged_into_id is null;
create index payees_merged on payees (merged_into_id) where merged_into_id is not null;
create index payees_creator on payees (creator_id);
-- Payees are one person, and are found, by their ID number however it is spelled: Ea1234567 is EA1234567.
create index payees_number on payees (company_id, upper(id_number)) where id_number <> '' and merged_into_id is null;
create index payees_pairs on payees using gin (company_id, character_pairs(search)) where merged_into_id is null;

-- The history of a payee's account.
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

-- === Base: subjects, types, files, contracts, invoices ===

-- An accounting subject of a project.
create table subjects (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  -- 0, 1, 2: level one, two, three. Only level three takes amounts.
  category smallint not null check (category between 0 and 2),
  out_code text not null,
  name text not null,
  parent_id bigint,
  -- The ancestors, written out: filters and statistics of any level read them without walking the tree.
  one_id bigint not null,
  two_id bigint,
  created_at timestamptz not null default now(),
  primary key (project_id, id),
  unique (project_id, code),
  constraint subjects_out_code unique (project_id, out_code),
  constraint subjects_parent foreign key (project_id, parent_id) references subjects,
  check ((category = 0) = (parent_id is null)),
  check (out_code ~ case category when 0 then '^[1-9][0-9]00$' when 1 then '^[1-9][0-9]00[0-9]{2}$' else '^[1-9][0-9]00[0-9]{4}$' end)
);
create index subjects_parents on subjects (project_id, parent_id);

-- Types of payments.
create table payment_types (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  name text not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  needs_invoice boolean not null default true,
  primary key (project_id, id),
  constraint payment_types_name unique (project_id, name)
);

-- Types of receipts.
create table investment_types (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  name text not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint investment_types_name unique (project_id, name)
);

-- An uploaded file; the storage has its bytes under `storage_key`.
create table attachments (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  file_name text not null,
  file_size bigint not null,
  kind text not null check (kind in ('png', 'jpg', 'xlsx', 'pdf', 'ofd', 'xml', 'zip')),
  storage_key text not null,
  has_thumb boolean not null,
  creator_id bigint not null references users,
  -- One upload token makes one attachment.
  token_id text not null,
  created_at timestamptz not null,
  -- When the last link went, or when it was uploaded; null: linked. Cleared away 7 days later.
  unlinked_at timestamptz default now(),
  -- The check of an import says whether the same bytes were imported before. Null: nobody uploaded it, it was unpacked from an archive.
  sha256 text,
  primary key (project_id, id),
  unique (project_id, code),
  constraint attachments_token unique (project_id, token_id)
);
create index attachments_unlinked on attachments (project_id, unlinked_at) where unlinked_at is not null and storage_key <> '';

-- One file is imported once: a second request for it gets the first one's result.
create table imports (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  resource text not null,
  attachment_id bigint not null,
  total integer not null,
  creator_id bigint not null references users,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint imports_attachment unique (project_id, attachment_id, resource),
  constraint imports_code unique (project_id, code),
  foreign key (project_id, attachment_id) references attachments
);

-- A contract.
create table contracts (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  out_code text not null,
  customer text not null,
  id_number text not null default '',
  sign_at date,
  category smallint not null check (category between 0 and 4),
  amount bigint not null check (abs(amount) <= 999999999999999),
  income_bank_name text not null default '',
  income_bankcard_username text not null default '',
  income_bankcard_account text not null default '',
  remark text not null default '',
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The import that brought it, if any.
  import_id bigint,
  -- Settled: nothing more is to be paid on it, whatever its amount says.
  settled_at timestamptz,
  settled_reason text not null default '',
  payee_id bigint,
  primary key (project_id, id),
  unique (project_id, code),
  constraint contracts_out_code unique (project_id, out_code),
  constraint contracts_import foreign key (project_id, import_id) references imports
);
create index contracts_payee on contracts (project_id, payee_id) where payee_id is not null;

-- The scans of a contract.
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

-- A reminder of a contract: due on one day, or within a period every so many days or on a day of each month.
create table contract_reminders (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  contract_id bigint not null,
  -- 0 single, 1 recurring.
  category smallint not null check (category in (0, 1)),
  -- Of a recurring one: 0 every judge_date days, 1 on day judge_date of the month.
  mode smallint check (mode in (0, 1)),
  judge_date integer check (judge_date >= 1),
  start_at date not null,
  end_at date not null,
  remark text not null default '',
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint contract_reminders_code unique (project_id, code),
  foreign key (project_id, contract_id) references contracts on delete cascade,
  check (end_at >= start_at),
  check (mode <> 1 or judge_date <= 31),
  check (case category when 0 then mode is null and judge_date is null and end_at = start_at
    else mode is not null and judge_date is not null end)
);
create index contract_reminders_contract on contract_reminders (project_id, contract_id);
-- What may be due today: few have not ended yet.
create index contract_reminders_end on contract_reminders (project_id, end_at);

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
  constraint contract_instalments_category foreign key (project_id, pay_category_id) references payment_types,
  check (kind = 'milestone' or (due_at is not null and reached_at is null)),
  check (kind = 'date' or (due_at is null) = (reached_at is null))
);
create index contract_instalments_by_subject on contract_instalments (project_id, subject_id) where subject_id is not null;
create index contract_instalments_by_category on contract_instalments (project_id, pay_category_id) where pay_category_id is not null;

-- An invoice.
create table invoices (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  -- 0 passed, 1 failed, 2 not yet checked.
  status smallint not null default 2 check (status between 0 and 2),
  reason text not null default '',
  invoice_type text not null default '',
  invoice_code text not null default '',
  invoice_number text not null default '',
  billing_date date,
  total_amount bigint check (abs(total_amount) <= 999999999999999),
  amount_without_tax bigint check (abs(amount_without_tax) <= 999999999999999),
  check_code text not null default '',
  seller_tax_no text not null default '',
  seller_name text not null default '',
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  tax_amount bigint,
  buyer_name text not null default '',
  buyer_tax_no text not null default '',
  -- Lines of an electronic original.
  items jsonb not null default '[]',
  -- The text of the QR code; '' if none was read. The other columns hold what was typed or checked.
  coded text not null default '',
  -- The invoice that this one repeats. It may be of another project, so there is no foreign key.
  twin_project_id bigint,
  twin_code text,
  -- How often the verification provider was asked on the last day on which it was.
  checked_on date,
  checks smallint not null default 0,
  voided_at timestamptz,
  voider_id bigint,
  void_reason text not null default '',
  primary key (project_id, id),
  unique (project_id, code),
  constraint invoices_tax_amount check (abs(tax_amount) <= 999999999999999),
  constraint invoices_voided check ((voided_at is null) = (voider_id is null) and (voided_at is null) = (void_reason = ''))
);
create index invoices_number on invoices (project_id, invoice_number);

-- The pictures and originals of an invoice.
create table invoice_files (
  project_id bigint not null,
  invoice_id bigint not null,
  attachment_id bigint not null,
  position smallint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The how manyth invoice of the file, from 1 on; the file's key of later ones ends with it (keys.ts).
  part smallint not null default 1,
  -- From 1 on; empty: the whole file.
  pages smallint[] not null default '{}',
  primary key (project_id, invoice_id, attachment_id),
  constraint invoice_files_invoice foreign key (project_id, invoice_id) references invoices,
  constraint invoice_files_attachment foreign key (project_id, attachment_id) references attachments
);
create index invoice_files_file on invoice_files (project_id, attachment_id);

-- A company has each invoice once: a row for each number (20 digits, code and number, or type and number) and for each file (sha256:…). Written in
-- the
-- transaction that writes the invoice. A table of the company, so it has no foreign key to invoices.
create table invoice_keys (
  company_id bigint not null references companies,
  key text not null,
  project_id bigint not null references projects,
  invoice_code text not null,
  primary key (company_id, key)
);
create index invoice_keys_end on invoice_keys (company_id, right(key, 9));

-- === Books: payments ===
-- Each line writes into as few indexes as its readers need; an import writes a hundred thousand of them.

-- A keyword of one or two Chinese characters has no trigram, and is what people search for: the characters of a row are an array, which an index
-- holds beside the project. PL/pgSQL, so that the planner sees its cost, and does not work it out for half a million rows where the index knows.
create function search_characters(content text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return string_to_array(lower(content), null);
end $$;

-- A payment. References to projects and people are checked by triggers, below.
create table payments (
  project_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  pay_at date not null,
  payer text not null,
  post text not null default '',
  summary text not null default '',
  -- Always the sum of the lines.
  pay_amount bigint not null check (abs(pay_amount) <= 999999999999999),
  creator_id bigint not null,
  -- The import that brought it, if any.
  import_id bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Without foreign keys, as payees are of the company: who writes one of these locks the payee (base/payees/find.ts).
  payee_id bigint,
  primary key (project_id, id),
  constraint payments_code unique (project_id, code)
);
create index payments_pay_at on payments (project_id, pay_at desc, id desc);
create index payments_payer_sums on payments (project_id, payer) include (id, pay_amount);
create index payments_characters on payments using gin (project_id, search_characters(payer || ' ' || post || ' ' || summary));
create index payments_payee on payments (project_id, payee_id, pay_at desc) where payee_id is not null;

-- A line of a payment: one subject. References to payments, subjects and types are checked by triggers, below.
create table payment_lines (
  project_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  payment_id bigint not null,
  position integer not null,
  subject_id bigint not null,
  pay_channel smallint not null check (pay_channel between 1 and 9),
  -- Null only for what a write-off of petty cash posts.
  pay_category_id bigint,
  voucher_category smallint check (voucher_category between 1 and 16),
  face_tax_rate text,
  contract_id bigint,
  pay_amount bigint not null check (pay_amount <> 0 and abs(pay_amount) <= 999999999999999),
  remark text not null default '',
  -- Few lines name one, so a foreign key checks it row by row, as that of contracts.
  instalment_id bigint,
  no_invoice_reason text not null default '',
  primary key (project_id, id),
  constraint payment_lines_code unique (project_id, payment_id, code),
  foreign key (project_id, contract_id) references contracts,
  constraint payment_lines_instalment foreign key (project_id, contract_id, instalment_id)
    references contract_instalments (project_id, contract_id, id),
  constraint payment_lines_instalment_of_contract check (instalment_id is null or contract_id is not null)
);
create index payment_lines_contract on payment_lines (project_id, contract_id) where contract_id is not null;
create index payment_lines_category on payment_lines (project_id, pay_category_id);
-- The few rates that people typed beside the usual ones, for the list to choose from; the query repeats the condition word for word.
create index payment_lines_other_rates on payment_lines (project_id, face_tax_rate)
  where face_tax_rate not in ('13%', '9%', '6%', '5%', '3%', '1%', '0%', '免税', '不征税');
create index payment_lines_subject on payment_lines (project_id, subject_id) include (payment_id, pay_amount);
create index payment_lines_characters on payment_lines using gin (project_id, search_characters(remark)) where remark <> '';
create index payment_lines_instalment on payment_lines (project_id, instalment_id) where instalment_id is not null;

-- The vouchers of a line.
create table payment_line_attachments (
  project_id bigint not null,
  line_id bigint not null,
  attachment_id bigint not null,
  position smallint not null,
  primary key (project_id, line_id, attachment_id),
  foreign key (project_id, attachment_id) references attachments,
  constraint payment_line_attachments_detail foreign key (project_id, line_id) references payment_lines
);
create index payment_line_attachments_file on payment_line_attachments (project_id, attachment_id);

-- How much of which invoice pays which line: an invoice may pay several lines, and a line may have several invoices.
create table invoice_uses (
  project_id bigint not null,
  line_id bigint not null,
  invoice_id bigint not null,
  position smallint not null,
  -- Has the sign of the line's amount. The sum of an invoice's uses is within its total, that of a line's within the line (base/invoices/uses.ts).
  amount bigint not null check (amount <> 0),
  primary key (project_id, line_id, invoice_id),
  constraint invoice_uses_line foreign key (project_id, line_id) references payment_lines,
  constraint invoice_uses_invoice foreign key (project_id, invoice_id) references invoices
);
create index invoice_uses_invoice on invoice_uses (project_id, invoice_id);

-- === Books: receipts, petty cash, budgets ===

-- A receipt: money that came in from an investor.
create table receipts (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  investment_at date not null,
  investor text not null,
  investment_category_id bigint not null,
  amount bigint not null check (amount > 0 and amount <= 999999999999999),
  contract_id bigint,
  description text not null default '',
  creator_id bigint not null references users,
  -- The import that brought it, if any.
  import_id bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint receipts_code unique (project_id, code),
  foreign key (project_id, investment_category_id) references investment_types,
  foreign key (project_id, contract_id) references contracts,
  foreign key (project_id, import_id) references imports
);
create index receipts_at on receipts (project_id, investment_at desc, id desc);
create index receipts_category on receipts (project_id, investment_category_id);
create index receipts_contract on receipts (project_id, contract_id) where contract_id is not null;

-- A write-off of petty cash. The row stays as it is, also when a payment that the write-off posted is deleted.
create table write_offs (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  -- The details that were open, and those of them that were written off.
  total_quantity integer not null check (total_quantity > 0),
  succeeded_quantity integer not null,
  -- The sum of the latter, which may exceed the largest single amount.
  amount numeric(30) not null,
  creator_id bigint not null references users,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint write_offs_code unique (project_id, code),
  check (succeeded_quantity between 0 and total_quantity)
);

-- A detail of petty cash.
create table petty_cash (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  -- BYJ, the day of payment at creation, and the project's running number.
  code text not null,
  pay_at date not null,
  payer text not null,
  post text not null default '',
  summary text not null default '',
  subject_id bigint not null,
  pay_channel smallint not null check (pay_channel between 1 and 9),
  voucher_category smallint check (voucher_category between 1 and 16),
  face_tax_rate text,
  contract_id bigint,
  pay_amount bigint not null check (pay_amount <> 0 and abs(pay_amount) <= 999999999999999),
  remark text not null default '',
  -- Null: open. Else it is written off, at the write-off's created_at, and not to be edited or deleted. Whoever relies on
  -- it locks the row before (FOR UPDATE), and reads its pictures in a later statement.
  write_off_id bigint,
  creator_id bigint not null references users,
  -- The import that brought it, if any.
  import_id bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint petty_cash_code unique (project_id, code),
  constraint petty_cash_subject foreign key (project_id, subject_id) references subjects,
  constraint petty_cash_contract foreign key (project_id, contract_id) references contracts,
  constraint petty_cash_write_off foreign key (project_id, write_off_id) references write_offs,
  constraint petty_cash_import foreign key (project_id, import_id) references imports
);
create index petty_cash_pay_at on petty_cash (project_id, pay_at desc, id desc);
create index petty_cash_of_subject on petty_cash (project_id, subject_id);
create index petty_cash_of_contract on petty_cash (project_id, contract_id) where contract_id is not null;
-- What a write-off locks, in this order; partial, as most details are written off in the end.
create index petty_cash_open on petty_cash (project_id, id) where write_off_id is null;
-- The few rates that people typed beside the usual ones, as for payments; the query repeats the condition word for word.
create index petty_cash_other_rates on petty_cash (project_id, face_tax_rate)
  where face_tax_rate not in ('13%', '9%', '6%', '5%', '3%', '1%', '0%', '免税', '不征税');
-- The details that a write-off still holds: the others of its history were taken back.
create index petty_cash_written_off on petty_cash (project_id, write_off_id) where write_off_id is not null;
-- Open petty cash that names a contract is paid on it: a cost report reads these details alone, of some ten thousand.
create index petty_cash_open_of_contract on petty_cash (project_id, contract_id)
  include (subject_id, pay_amount)
  where write_off_id is null and contract_id is not null;

-- The vouchers of a detail.
create table petty_cash_attachments (
  project_id bigint not null,
  petty_cash_id bigint not null,
  attachment_id bigint not null,
  position smallint not null check (position between 1 and 10),
  primary key (project_id, petty_cash_id, attachment_id),
  constraint petty_cash_attachments_detail foreign key (project_id, petty_cash_id) references petty_cash,
  constraint petty_cash_attachments_attachment foreign key (project_id, attachment_id) references attachments
);
create index petty_cash_attachments_file on petty_cash_attachments (project_id, attachment_id);

-- Which payment a detail was posted as when it was written off. The primary key keeps a detail to one payment, the unique constraint a payment
-- to one detail. Not a column of the payments, as each row of an import would be checked for it.
create table petty_cash_payments (
  project_id bigint not null,
  petty_cash_id bigint not null,
  payment_id bigint not null,
  primary key (project_id, petty_cash_id),
  constraint petty_cash_payments_payment unique (project_id, payment_id),
  constraint petty_cash_payments_detail foreign key (project_id, petty_cash_id) references petty_cash,
  constraint petty_cash_payments_of_payment foreign key (project_id, payment_id) references payments
);

-- The total set of a project; no row until it is set.
create table petty_cash_amounts (
  project_id bigint primary key references projects,
  amount bigint not null check (amount <> 0 and abs(amount) <= 999999999999999),
  version integer not null default 1,
  updated_at timestamptz not null
);

-- A line of the cost budget.
create table cost_budgets (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  subject_id bigint not null,
  unit_price bigint not null check (unit_price between -999999999999999 and 999999999999999),
  -- In ten-thousandths.
  quantity bigint not null check (quantity between -99999999999999 and 99999999999999),
  -- Unit price × quantity, half away from zero; kept, so that sums need no rounding for each line.
  amount bigint not null check (amount between -999999999999999 and 999999999999999),
  unit text not null default '',
  remark text not null default '',
  creator_id bigint not null references users,
  -- The import that brought it, if any.
  import_id bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint cost_budgets_code unique (project_id, code),
  foreign key (project_id, subject_id) references subjects,
  foreign key (project_id, import_id) references imports,
  check (amount = round(unit_price::numeric * quantity / 10000))
);
create index cost_budgets_order on cost_budgets (project_id, created_at desc, id);
-- Sums by subject read this index only.
create index cost_budgets_subject on cost_budgets (project_id, subject_id) include (amount);

-- The number of episodes of a project, once it was set; a table of its own, as edits of a project's information count versions too.
create table cost_budget_episodes (
  project_id bigint primary key references projects,
  episodes integer check (episodes between 1 and 9999),
  version integer not null
);

-- What an investor promises. One row for each investor of a project.
create table investment_budgets (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  investor text not null,
  amount bigint not null check (amount > 0 and amount <= 999999999999999),
  -- The premium, in hundredths.
  variate bigint not null default 0 check (abs(variate) <= 999999999999999),
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The import that brought it, if any.
  import_id bigint,
  primary key (project_id, id),
  constraint investment_budgets_code unique (project_id, code),
  constraint investment_budgets_investor unique (project_id, investor),
  constraint investment_budgets_import foreign key (project_id, import_id) references imports
);

-- === References of payments and their lines ===
-- A foreign key asks for each row by itself, about 9 µs a time: of an import of 100,000 lines that was two fifths, and the answer hundreds of
-- times the same. What every payment and every line refers to is asked for once a statement here, all of it together, with the locks, the
-- error and the constraint's name of a foreign key: what is referred to is locked (`for key share`) until the commit, so that nobody takes
-- it away meanwhile; and who takes something away looks afterwards, in a new snapshot, whether anything refers to it. That is safe at read
-- committed, where every writer works. What few lines have, contracts and instalments, stays a foreign key. PostgreSQL 19
-- asks for many rows at a time by itself: once it is the oldest version that we support, these can be foreign keys again.

create function refuse_reference(child text, reference text) returns void language plpgsql as $$
begin
  raise foreign_key_violation using table = child, constraint = reference,
    message = format('insert, update or delete on "%s" would break its reference "%s"', child, reference);
end $$;

-- Locked in the order of their ids, as everybody locks several: two transactions never wait for each other.
create function check_payment_references() returns trigger language plpgsql as $$
begin
  if (select count(distinct project_id) from written) <> (
    select count(*) from (
      select from projects p where p.id in (select project_id from written) order by p.id for key share) locked) then
    perform refuse_reference('payments', 'payments_project');
  end if;
  if (select count(distinct creator_id) from written) <> (
    select count(*) from (
      select from users u where u.id in (select creator_id from written) order by u.id for key share) locked) then
    perform refuse_reference('payments', 'payments_creator');
  end if;
  return null;
end $$;
create trigger check_references_added after insert on payments
  referencing new table as written for each statement execute function check_payment_references();
create trigger check_references_changed after update on payments
  referencing new table as written for each statement execute function check_payment_references();

create function check_payment_line_references() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select distinct project_id, payment_id from written) d) <> (
    select count(*) from (
      select from payments c where (c.project_id, c.id) in (select project_id, payment_id from written)
      order by c.id for key share) locked) then
    perform refuse_reference('payment_lines', 'payment_lines_of_payment');
  end if;
  if (select count(*) from (select distinct project_id, subject_id from written) d) <> (
    select count(*) from (
      select from subjects s where (s.project_id, s.id) in (select project_id, subject_id from written)
      order by s.id for key share) locked) then
    perform refuse_reference('payment_lines', 'payment_lines_subject');
  end if;
  -- The lines of a write-off of petty cash have no type.
  if (select count(*) from (select distinct project_id, pay_category_id from written where pay_category_id is not null) d) <> (
    select count(*) from (
      select from payment_types t where (t.project_id, t.id) in (select project_id, pay_category_id from written)
      order by t.id for key share) locked) then
    perform refuse_reference('payment_lines', 'payment_lines_category');
  end if;
  return null;
end $$;
create trigger check_references_added after insert on payment_lines
  referencing new table as written for each statement execute function check_payment_line_references();
create trigger check_references_changed after update on payment_lines
  referencing new table as written for each statement execute function check_payment_line_references();

-- Who deletes a row looks for references to it. A repeatable-read transaction would not see those that were committed since its snapshot.
create function expect_read_committed() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'deleting here needs read committed' using errcode = 'feature_not_supported';
  end if;
end $$;

create function keep_referenced_payments() returns trigger language plpgsql as $$
begin
  perform expect_read_committed();
  if exists (select from gone g join payment_lines d on d.project_id = g.project_id and d.payment_id = g.id) then
    perform refuse_reference('payment_lines', 'payment_lines_of_payment');
  end if;
  return null;
end $$;
create trigger keep_referenced after delete on payments
  referencing old table as gone for each statement execute function keep_referenced_payments();

create function keep_referenced_subjects() returns trigger language plpgsql as $$
begin
  perform expect_read_committed();
  if exists (select from gone g join payment_lines d on d.project_id = g.project_id and d.subject_id = g.id) then
    perform refuse_reference('payment_lines', 'payment_lines_subject');
  end if;
  return null;
end $$;
create trigger keep_referenced after delete on subjects
  referencing old table as gone for each statement execute function keep_referenced_subjects();

create function keep_referenced_payment_types() returns trigger language plpgsql as $$
begin
  perform expect_read_committed();
  if exists (select from gone g join payment_lines d on d.project_id = g.project_id and d.pay_category_id = g.id) then
    perform refuse_reference('payment_lines', 'payment_lines_category');
  end if;
  return null;
end $$;
create trigger keep_referenced after delete on payment_types
  referencing old table as gone for each statement execute function keep_referenced_payment_types();

create function keep_referenced_projects() returns trigger language plpgsql as $$
begin
  perform expect_read_committed();
  if exists (select from gone g join payments c on c.project_id = g.id) then
    perform refuse_reference('payments', 'payments_project');
  end if;
  return null;
end $$;
create trigger keep_referenced after delete on projects
  referencing old table as gone for each statement execute function keep_referenced_projects();

create function keep_referenced_creators() returns trigger language plpgsql as $$
begin
  perform expect_read_committed();
  if exists (select from gone g join payments c on c.creator_id = g.id) then
    perform refuse_reference('payments', 'payments_creator');
  end if;
  return null;
end $$;
create trigger keep_referenced after delete on users
  referencing old table as gone for each statement execute function keep_referenced_creators();

-- What a foreign key refuses besides: another key for what is referred to, and emptying its table.
create function refuse_new_key() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % keeps its key', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger keep_key before update of project_id, id on payments
  for each row when ((old.project_id, old.id) is distinct from (new.project_id, new.id)) execute function refuse_new_key();
create trigger keep_key before update of project_id, id on subjects
  for each row when ((old.project_id, old.id) is distinct from (new.project_id, new.id)) execute function refuse_new_key();
create trigger keep_key before update of project_id, id on payment_types
  for each row when ((old.project_id, old.id) is distinct from (new.project_id, new.id)) execute function refuse_new_key();
create trigger keep_key before update of id on projects
  for each row when (old.id is distinct from new.id) execute function refuse_new_key();
create trigger keep_key before update of id on users
  for each row when (old.id is distinct from new.id) execute function refuse_new_key();

create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is not emptied by truncate: rows refer to it', tg_table_name using errcode = 'feature_not_supported';
end $$;
create trigger keep_rows before truncate on payments for each statement execute function refuse_truncate();
create trigger keep_rows before truncate on subjects for each statement execute function refuse_truncate();
create trigger keep_rows before truncate on payment_types for each statement execute function refuse_truncate();
create trigger keep_rows before truncate on projects for each statement execute function refuse_truncate();
create trigger keep_rows before truncate on users for each statement execute function refuse_truncate();

-- === Kept sums ===
-- What statistics, lists and reports add up, kept beside the rows by the database itself, so that it costs the same with ten payments and with a
-- million, and is true in every snapshot.

-- A signed change of a sum, which a trigger appends with each write. Writers only append, so that two of them never wait for each other over a common
-- subject. Now and then one of them, never two at once in a project, adds the changes to the totals.
create table sum_changes (
  project_id bigint not null,
  id bigint generated always as identity,
  -- What the amount is a part of: of the lines with a subject, with a payment type, or of a payer; or `payments`: of nothing, only counted.
  dimension text not null check (
    dimension in ('subject', 'payment_type', 'payer', 'contract', 'payments',
      'petty_cash', 'petty_cash_subject', 'petty_cash_payer', 'petty_cash_open', 'cost_budget')),
  -- The subject or payment type; 0: no payment type, or another dimension.
  key bigint not null default 0,
  payer text not null default '',
  -- The voucher type of these lines, 0: none; -1: of all lines, so that a sum of everything need not add up the types.
  voucher_category smallint not null default -1,
  amount numeric(30) not null default 0,
  entries bigint not null default 0,
  -- Of dimension `contract`: the subject of the lines. 0: another dimension, or a correction of the contract's total alone.
  subject_id bigint not null default 0,
  primary key (project_id, id)
);
create index sum_changes_contract on sum_changes (project_id, key) where dimension = 'contract';

-- The totals of a project, but for those of its contracts. `entries` counts payments and details of petty cash.
create table project_totals (
  project_id bigint not null references projects,
  dimension text not null,
  voucher_category smallint not null,
  key bigint not null,
  payer text not null,
  amount numeric(30) not null,
  entries bigint not null,
  primary key (project_id, dimension, voucher_category, key, payer)
) with (fillfactor = 70);

-- What was paid on a contract: the totals of dimension `contract`, in a table of their own, of which a list of thousands of contracts is read at
-- once.
create table contract_totals (
  project_id bigint not null references projects,
  contract_id bigint not null,
  amount numeric(30) not null,
  -- For sorting: far quicker than the amount, and like it but for sums of more than 40 quadrillion yuan.
  sorted bigint not null generated always as (least(greatest(amount, -4e18), 4e18)::bigint) stored,
  primary key (project_id, contract_id)
) with (fillfactor = 70);

-- The same by subject.
create table contract_subject_totals (
  project_id bigint not null references projects,
  contract_id bigint not null,
  subject_id bigint not null,
  amount numeric(30) not null,
  primary key (project_id, contract_id, subject_id)
) with (fillfactor = 70);

-- A sum is always totals and changes together.
create view project_sums as
  select project_id, dimension, voucher_category, key, payer, amount, entries from project_totals
  union all
  select project_id, 'contract', -1::smallint, contract_id, '', amount, 0 from contract_totals
  union all
  select project_id, dimension, voucher_category, key, payer, amount, entries from sum_changes;

-- Adds the project's changes to its totals, unless somebody else is doing so.
create function fold_sum_changes(project bigint) returns void language plpgsql as $$
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

-- Every thousandth change folds those of its project: a save appends about ten. Who writes a great deal in one transaction folds once, at its end.
create function fold_now_and_then() returns trigger language plpgsql as $$
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
create trigger fold after insert on sum_changes
  referencing new table as appended for each statement execute function fold_now_and_then();

-- The lines of one statement as changes, with the sign that the trigger says: each counts for its subject, for its payment type and for its
-- payer, with its voucher type and with all of them.
create function note_payment_lines() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, voucher_category, key, payer, amount)
  select l.project_id,
    case when grouping(l.subject_id) = 0 then 'subject' when grouping(l.category) = 0 then 'payment_type' else 'payer' end,
    coalesce(l.voucher, -1), coalesce(l.subject_id, l.category, 0), coalesce(l.payer, ''), tg_argv[0]::integer * sum(l.pay_amount)
  from (
    select d.project_id, d.subject_id, coalesce(d.pay_category_id, 0) as category, c.payer,
      coalesce(d.voucher_category, 0::smallint) as voucher, d.pay_amount
    from changed d join payments c on c.project_id = d.project_id and c.id = d.payment_id) l
  group by l.project_id, cube (l.voucher), grouping sets ((l.subject_id), (l.category), (l.payer))
  having sum(l.pay_amount) <> 0;
  return null;
end $$;
create trigger note_added after insert on payment_lines
  referencing new table as changed for each statement execute function note_payment_lines('1');
create trigger note_before after update on payment_lines
  referencing old table as changed for each statement execute function note_payment_lines('-1');
create trigger note_after after update on payment_lines
  referencing new table as changed for each statement execute function note_payment_lines('1');
create trigger note_removed after delete on payment_lines
  referencing old table as changed for each statement execute function note_payment_lines('-1');

create function count_payments() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, entries)
  select project_id, 'payments', tg_argv[0]::integer * count(*) from changed group by project_id;
  return null;
end $$;
create trigger count_added after insert on payments
  referencing new table as changed for each statement execute function count_payments('1');
create trigger count_removed after delete on payments
  referencing old table as changed for each statement execute function count_payments('-1');

-- A payment with another payer takes its lines along.
create function move_payers() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, payer, voucher_category, amount)
  select m.project_id, 'payer', m.payer, coalesce(v.voucher, -1), sum(m.sign * d.pay_amount)
  from (
    select o.project_id, o.id, side.payer, side.sign
    from before o join after n on n.project_id = o.project_id and n.id = o.id and n.payer <> o.payer
    cross join lateral (values (o.payer, -1), (n.payer, 1)) side (payer, sign)) m
  join payment_lines d on d.project_id = m.project_id and d.payment_id = m.id
  cross join lateral (values (coalesce(d.voucher_category, 0::smallint))) v (voucher)
  group by m.project_id, m.payer, cube (v.voucher)
  having sum(m.sign * d.pay_amount) <> 0;
  return null;
end $$;
create trigger move_payers after update on payments
  referencing old table as before new table as after for each statement execute function move_payers();

-- A line that names an instalment is a change of its contract, also where the contract's sum stays.
create function note_contract_lines() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, key, subject_id, amount)
  select project_id, 'contract', contract_id, subject_id, tg_argv[0]::integer * sum(pay_amount)
  from changed where contract_id is not null
  group by project_id, contract_id, subject_id having sum(pay_amount) <> 0 or bool_or(instalment_id is not null);
  return null;
end $$;

create function move_contract_lines() returns trigger language plpgsql as $$
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
create trigger note_contract_added after insert on payment_lines
  referencing new table as changed for each statement execute function note_contract_lines('1');
create trigger note_contract_removed after delete on payment_lines
  referencing old table as changed for each statement execute function note_contract_lines('-1');
create trigger move_contract after update on payment_lines
  referencing old table as before new table as after for each statement execute function move_contract_lines();

-- Petty cash: of all details, by subject and by payer, each with its voucher type and with all of them, and of the open details by subject.
create function note_petty_cash() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, voucher_category, key, payer, amount, entries)
  select e.project_id,
    case when grouping(e.subject_id) = 0 then 'petty_cash_subject' when grouping(e.payer) = 0 then 'petty_cash_payer' else 'petty_cash' end,
    coalesce(e.voucher, -1), coalesce(e.subject_id, 0), coalesce(e.payer, ''), tg_argv[0]::integer * sum(e.pay_amount),
    case when grouping(e.subject_id, e.payer) = 3 then tg_argv[0]::integer * count(*) else 0 end
  from (
    select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint) as voucher, pay_amount from changed) e
  group by e.project_id, cube (e.voucher), grouping sets ((e.subject_id), (e.payer), ())
  having sum(e.pay_amount) <> 0 or grouping(e.subject_id, e.payer) = 3;
  insert into sum_changes (project_id, dimension, key, amount)
  select project_id, 'petty_cash_open', subject_id, tg_argv[0]::integer * sum(pay_amount)
  from changed where write_off_id is null
  group by project_id, subject_id having sum(pay_amount) <> 0;
  return null;
end $$;

-- An update appends the differences of sums that are not zero: a write-off changes `write_off_id` alone, and so only the sum of open details.
create function move_petty_cash() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, voucher_category, key, payer, amount, entries)
  select e.project_id,
    case when grouping(e.subject_id) = 0 then 'petty_cash_subject' when grouping(e.payer) = 0 then 'petty_cash_payer' else 'petty_cash' end,
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
  select project_id, 'petty_cash_open', subject_id, sum(amount)
  from (
    select project_id, subject_id, -pay_amount as amount from before where write_off_id is null
    union all
    select project_id, subject_id, pay_amount from after where write_off_id is null) e
  group by project_id, subject_id having sum(amount) <> 0;
  return null;
end $$;
create trigger note_added after insert on petty_cash
  referencing new table as changed for each statement execute function note_petty_cash('1');
create trigger note_removed after delete on petty_cash
  referencing old table as changed for each statement execute function note_petty_cash('-1');
create trigger move after update on petty_cash
  referencing old table as before new table as after for each statement execute function move_petty_cash();

-- The cost budget, by subject.
create function note_cost_budgets() returns trigger language plpgsql as $$
begin
  insert into sum_changes (project_id, dimension, key, amount)
  select project_id, 'cost_budget', subject_id, tg_argv[0]::integer * sum(amount)
  from changed group by project_id, subject_id having sum(amount) <> 0;
  return null;
end $$;

-- An update appends only what changed.
create function move_cost_budgets() returns trigger language plpgsql as $$
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
create trigger note_added after insert on cost_budgets
  referencing new table as changed for each statement execute function note_cost_budgets('1');
create trigger note_removed after delete on cost_budgets
  referencing old table as changed for each statement execute function note_cost_budgets('-1');
create trigger move after update on cost_budgets
  referencing old table as before new table as after for each statement execute function move_cost_budgets();

-- === Features: cost reports, versions and moves of the cost budget ===

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

-- Commitments: what is still to be paid on contracts, by subject (features/cost-reports/commitments.ts computes them). Kept as of a refresh:
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

-- The commitments of a project by subject.
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

-- A day of shooting.
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

-- The sums of a version by subject.
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
  to_id bigint not null,
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
  constraint budget_moves_to foreign key (project_id, to_id) references subjects,
  check (to_id <> from_id)
);

-- === Features: payment plans ===

-- What is left of instalments (features/payables/rests.ts computes it), as of a refresh; those that are paid up have no row. Instalment 0: what
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
  -- 0: the contract names no payee. A merge of payees updates contracts, which `instalment_changes` notes.
  payee_id bigint not null default 0,
  primary key (project_id, contract_id, instalment_id)
);
create index instalment_rests_by_day on instalment_rests (project_id, incoming, due_at, customer, instalment_id);
create index instalment_rests_by_customer on instalment_rests (project_id, incoming, customer, due_at, instalment_id);
-- Contracts without a payee go by their party's text, those with one by it alone (features/payables/filters.ts has the same expression).
create index instalment_rests_by_payee on instalment_rests
  (project_id, incoming, payee_id, (case when payee_id = 0 then customer else '' end), due_at, instalment_id);

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
create trigger note_instalments_added after insert on receipts
  referencing new table as changed for each statement execute function note_instalments();
create trigger note_instalments_changed after update on receipts
  referencing new table as changed for each statement execute function note_instalments();
create trigger note_instalments_before after update on receipts
  referencing old table as changed for each statement execute function note_instalments();
create trigger note_instalments_removed after delete on receipts
  referencing old table as changed for each statement execute function note_instalments();

-- === Features: transfer batches ===

-- Formats that the operator adds; those that are delivered are in features/transfer-batches/formats/. No company's, no project's.
create table transfer_formats (
  id bigint generated always as identity primary key,
  bank text not null,
  version text not null,
  holds_from date not null,
  content jsonb not null,
  created_at timestamptz not null,
  unique (bank, version)
);

-- A file of payments for a bank.
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

-- What the file says of each payment. `payment_id` is null as soon as the payment is free again: its batch was cancelled, or it was deleted
-- while the company had the feature off.
create table transfer_batch_payments (
  project_id bigint not null references projects,
  batch_id bigint not null,
  position integer not null,
  payment_id bigint,
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
  foreign key (project_id, batch_id) references transfer_batches,
  constraint transfer_batch_payments_payment foreign key (project_id, payment_id) references payments
);
-- A payment is in one living batch.
create unique index transfer_batch_payments_living on transfer_batch_payments (project_id, payment_id) where payment_id is not null;
create index transfer_batch_payments_code on transfer_batch_payments (project_id, code);

-- === Features: approvals and payment requests ===

-- `bands`: [{ "from": fen as text, "steps": [[code of a role or person]] }], by amount.
create table approval_rules (
  project_id bigint primary key references projects,
  is_on boolean not null,
  self_approve boolean not null,
  bands jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  -- The largest detail of petty cash, in fen; null: none is too large. Larger ones are asked for as payments, while the rules are on.
  imprest_limit bigint check (imprest_limit > 0)
);

-- Who stands in for a person, both days included.
create table approval_deputies (
  project_id bigint not null references projects,
  user_id bigint not null references users,
  deputy_id bigint not null references users,
  start_at date not null,
  end_at date not null,
  created_at timestamptz not null,
  primary key (project_id, user_id),
  check (user_id <> deputy_id and start_at <= end_at)
);
create index approval_deputies_deputy on approval_deputies (project_id, deputy_id);

-- The sums of the lines by what they name: [{ subject, contract, instalment, type, voucher, invoiced, marked, lines, amount, paying_lines, paying }],
-- in fen;
-- `paying` and `paying_lines` are of the lines above zero.
create function request_amounts(body jsonb) returns jsonb
  language sql immutable strict parallel safe as $$
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') from (
    select l.subject, l.contract, l.instalment, l.type, l.voucher, l.invoiced, l.marked, count(*) as lines, sum(l.amount) as amount,
      count(*) filter (where l.amount > 0) as paying_lines, coalesce(sum(l.amount) filter (where l.amount > 0), 0) as paying
    from (
      select n ->> 'subject_three_code' as subject, n ->> 'contract_code' as contract, n ->> 'instalment_code' as instalment,
        n ->> 'pay_category_id' as type, n ->> 'voucher_category' as voucher, ((n ->> 'pay_amount')::numeric * 100)::bigint as amount,
        case when jsonb_typeof(n -> 'invoices') = 'array' then jsonb_array_length(n -> 'invoices') > 0
          else n ->> 'check_invoice_code' is not null end as invoiced,
        coalesce(n ->> 'no_invoice_reason', '') <> '' as marked
      from jsonb_array_elements(body -> 'cost_execution_details') n) l
    group by 1, 2, 3, 4, 5, 6, 7) g
$$;

create function request_invoices(body jsonb) returns text[]
  language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct i ->> 'code'), '{}')
  from jsonb_array_elements(body -> 'cost_execution_details') n
  cross join jsonb_array_elements(case when jsonb_typeof(n -> 'invoices') = 'array' then n -> 'invoices'
    else jsonb_build_array(jsonb_build_object('code', n -> 'check_invoice_code')) end) i
  where i ->> 'code' is not null
$$;

-- `body`: of the payment, as the API takes it. `sent_back`: the body as it was when it was last rejected or withdrawn. `steps`: [{ "codes", "names"
-- }]
-- as of the submission; `step`: the one that it waits for, from 1, and 0 for none; `waits`: its codes; `blocked`: who must not take it. `total`,
-- `payer`,
-- `pay_at`, `summary` and `payee_id` repeat the body, for lists. `payee_id` has no foreign key, as that of payments.
create table payment_requests (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  state text not null check (state in ('draft', 'pending', 'approved', 'rejected', 'withdrawn')),
  body jsonb not null,
  sent_back jsonb,
  total bigint not null check (total between -999999999999999 and 999999999999999),
  pay_at date not null,
  payer text not null,
  summary text not null,
  payee_id bigint,
  steps jsonb not null,
  step smallint not null default 0,
  waits text[] not null default '{}',
  blocked bigint[] not null default '{}',
  payment_id bigint,
  -- Stays when the payment is deleted.
  payment_code text not null default '',
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  -- What was looked at is what is approved. `payee_version`: the version that a request got when its payee, or the payee's name or account, last
  -- changed
  -- while it was pending; 0: never. Who looked at an earlier version is told why.
  payee_version integer not null default 0,
  post text not null generated always as (coalesce(body ->> 'post', '')) stored,
  line_count integer not null generated always as (coalesce(jsonb_array_length(body -> 'cost_execution_details'), 0)) stored,
  amounts jsonb not null generated always as (request_amounts(body)) stored,
  invoice_codes text[] not null generated always as (request_invoices(body)) stored,
  primary key (project_id, id),
  constraint payment_requests_code unique (project_id, code),
  constraint payment_requests_payment foreign key (project_id, payment_id) references payments,
  check ((state = 'pending') = (step > 0)),
  check ((state = 'approved') = (payment_code <> ''))
);
create index payment_requests_pending on payment_requests (project_id, id desc) where state = 'pending';
create index payment_requests_creator on payment_requests (project_id, creator_id, id desc);
-- For the count of what was sent back to its author.
create index payment_requests_rejected on payment_requests (project_id, creator_id) where state = 'rejected';
create unique index payment_requests_booked on payment_requests (project_id, payment_id) where payment_id is not null;
create index payment_requests_payee on payment_requests (project_id, payee_id, total) where payee_id is not null;

-- What somebody did with a request.
create table payment_request_acts (
  project_id bigint not null,
  id bigint generated always as identity,
  request_id bigint not null,
  step smallint not null,
  act text not null check (act in ('submit', 'approve', 'reject', 'withdraw')),
  user_id bigint not null references users,
  -- Who was away, and for whom the deputy acted.
  for_id bigint references users,
  reason text not null default '',
  at timestamptz not null,
  -- The payee's account as it was approved: its last digits for people, its SHA-256 to compare. Null: of another act, or not known; '' without an
  -- account.
  account_end text,
  account_digest text,
  primary key (project_id, id),
  foreign key (project_id, request_id) references payment_requests on delete cascade
);
create index payment_request_acts_request on payment_request_acts (project_id, request_id, id);
create index payment_request_acts_user on payment_request_acts (project_id, user_id, id desc);

-- The vouchers of a request.
create table payment_request_attachments (
  project_id bigint not null,
  request_id bigint not null,
  attachment_id bigint not null,
  position smallint not null,
  primary key (project_id, request_id, attachment_id),
  foreign key (project_id, request_id) references payment_requests,
  foreign key (project_id, attachment_id) references attachments
);
create index payment_request_attachments_file on payment_request_attachments (project_id, attachment_id);

-- === Features: fees of natural persons and the tax that is withheld of them ===

-- One fee of a person. `month` is that of `pay_at`. `vat` and `surcharge` are withheld where `vat_withheld`; `taxable` and `tax` are what the fee
-- adds
-- to those of the earlier fees of person, kind and month, so both may be negative where VAT of earlier fees of the day is taken with it. `payee_id`
-- has no foreign key, as
-- that of payments. `line_id`: the payment line of `net`; `remitted_line_id`: that of the tax.
create table fees (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  payee_id bigint not null,
  month date not null,
  pay_at date not null,
  kind text not null check (kind in ('labor', 'script')),
  resident boolean not null,
  basis text not null check (basis in ('gross', 'net')),
  vat_withheld boolean not null,
  gross bigint not null check (gross between 1 and 999999999999999),
  vat bigint not null check (vat >= 0),
  surcharge bigint not null check (surcharge >= 0),
  taxable bigint not null,
  tax bigint not null,
  net bigint not null check (net > 0),
  line_id bigint,
  remitted_line_id bigint,
  remark text not null default '',
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  invoice_vat bigint not null default 0,
  primary key (project_id, id),
  constraint fees_code unique (project_id, code),
  constraint fees_line foreign key (project_id, line_id) references payment_lines,
  constraint fees_remittance foreign key (project_id, remitted_line_id) references payment_lines,
  check (net = gross - vat - surcharge - tax),
  check (vat_withheld or (vat = 0 and surcharge = 0)),
  check (month = date_trunc('month', pay_at::timestamp)::date),
  constraint fees_invoice_vat check (invoice_vat >= 0 and (invoice_vat = 0 or not vat_withheld))
);
-- A line pays one fee.
create unique index fees_paid on fees (project_id, line_id) where line_id is not null;
create index fees_remitted on fees (project_id, remitted_line_id) where remitted_line_id is not null;
create index fees_owed on fees (project_id, id) where line_id is not null and remitted_line_id is null;
create index fees_person on fees (project_id, payee_id, month);
create index fees_month on fees (project_id, month, id desc);
create index fees_creator on fees (project_id, creator_id);

-- How a company sees to the VAT of fees; null: not chosen yet. `surcharge` on VAT in 1/100 percent.
create table fee_settings (
  company_id bigint primary key references companies,
  vat text check (vat in ('withhold', 'invoice')),
  surcharge integer not null check (surcharge between 0 and 10000),
  version integer not null default 1,
  updated_at timestamptz not null
);

-- Rates that the operator adds; those that are delivered are in packages/contract/src/fee-rates.ts. No company's, no project's.
create table fee_rates (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('labor', 'script', 'nonresident', 'vat', 'script_vat')),
  holds_from date not null,
  content jsonb not null,
  created_at timestamptz not null,
  unique (kind, holds_from)
);

-- === Features: missing invoices ===

-- 抬头 and what else a seller needs to make out an invoice; no row: never typed.
create table invoice_titles (
  project_id bigint primary key references projects,
  name text not null,
  tax_no text not null,
  address text not null,
  phone text not null,
  bank text not null,
  account text not null,
  version integer not null default 1,
  updated_at timestamptz not null
);

-- Lines that lack an invoice (features/missing-invoices/wanting.ts computes them). `reason`: index of REASONS of the contract from 1; 0: a small
-- receipt (收款凭证) of a payee who got less than 1,000.00 by such on that day, which lacks nothing as long as that holds. `receipts`: of small
-- receipts the payee, or the payer's text where the payment names none.
create table missing_lines (
  project_id bigint not null,
  line_id bigint not null,
  line_code text not null,
  payment_id bigint not null,
  pay_at date not null,
  payer text not null,
  reason smallint not null check (reason between 0 and 6),
  lacking bigint not null,
  receipts text,
  primary key (project_id, line_id)
);
create index missing_lines_payment on missing_lines (project_id, payment_id);
create index missing_lines_code on missing_lines (project_id, line_code);
create index missing_lines_receipts on missing_lines (project_id, pay_at, receipts) where receipts is not null;
create index missing_lines_day on missing_lines (project_id, pay_at, line_id) where reason > 0;
create index missing_lines_reason on missing_lines (project_id, reason, pay_at, line_id) where reason > 0;
create index missing_lines_payer on missing_lines (project_id, payer, pay_at, line_id) include (lacking) where reason > 0;
-- `missing_lines` also has refunds without an invoice (reason 0, `lacking` negative), which are in no sum of what is lacking.
create index missing_lines_refund on missing_lines (project_id, payer) where lacking < 0;

-- Their sums of each reason, by day of the payment.
create table missing_days (
  project_id bigint not null,
  reason smallint not null,
  pay_at date not null,
  amount numeric(30) not null,
  entries bigint not null,
  primary key (project_id, reason, pay_at)
) with (fillfactor = 70);

-- Their sums of each reason, by payer; reason 0: of all.
create table missing_payers (
  project_id bigint not null,
  reason smallint not null,
  payer text not null,
  amount numeric(30) not null,
  entries bigint not null,
  primary key (project_id, reason, payer)
) with (fillfactor = 70);
create index missing_payers_amount on missing_payers (project_id, reason, amount, payer);

-- What changed since the last refresh, as ranges of ids: of payments, or of lines, invoices and types whose payments a refresh looks up. Ranges,
-- as an import writes a hundred thousand payments one after the other. Appended only, so that a refresh never deletes what another transaction has
-- just repeated.
create table missing_changes (
  project_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('payment', 'line', 'invoice', 'type')),
  first_id bigint not null,
  last_id bigint not null,
  primary key (project_id, id)
);

create function append_missing_changes(project bigint, what text, ids bigint[]) returns void language plpgsql as $$
begin
  insert into missing_changes (project_id, kind, first_id, last_id)
  select project, what, min(r.id), max(r.id) from (
    select n.id, n.id - row_number() over (order by n.id) as run from (select distinct u.id from unnest(ids) u (id)) n) r
  group by r.run;
end $$;

-- With every save of a payment: one statement.
create function note_missing_payments() returns trigger language plpgsql as $$
begin
  insert into missing_changes (project_id, kind, first_id, last_id)
  select r.project_id, 'payment', min(r.id), max(r.id) from (
    select n.project_id, n.id, n.id - row_number() over (partition by n.project_id order by n.id) as run
    from (select distinct c.project_id, c.payment_id as id from changed c) n) r
  group by r.project_id, r.run;
  return null;
end $$;
create trigger note_missing_added after insert on payment_lines
  referencing new table as changed for each statement execute function note_missing_payments();
create trigger note_missing_changed after update on payment_lines
  referencing new table as changed for each statement execute function note_missing_payments();
create trigger note_missing_removed after delete on payment_lines
  referencing old table as changed for each statement execute function note_missing_payments();

create function note_missing_headers() returns trigger language plpgsql as $$
declare
  project bigint;
  ids bigint[];
begin
  for project, ids in
    select n.project_id, array_agg(n.id) from before o join after n on n.project_id = o.project_id and n.id = o.id
    where (n.pay_at, n.payer, n.payee_id) is distinct from (o.pay_at, o.payer, o.payee_id) group by 1
  loop
    perform append_missing_changes(project, 'payment', ids);
  end loop;
  return null;
end $$;
create trigger note_missing_changed after update on payments
  referencing old table as before new table as after for each statement execute function note_missing_headers();

-- Rows that came or went. Arguments: the kind, and the column with its id.
create function note_missing() returns trigger language plpgsql as $$
declare
  project bigint;
  ids bigint[];
begin
  for project, ids in execute format('select c.project_id, array_agg(distinct c.%I) from changed c group by 1', tg_argv[1]) loop
    perform append_missing_changes(project, tg_argv[0], ids);
  end loop;
  return null;
end $$;
create trigger note_missing_added after insert on invoice_uses
  referencing new table as changed for each statement execute function note_missing('line', 'line_id');
create trigger note_missing_changed after update on invoice_uses
  referencing new table as changed for each statement execute function note_missing('line', 'line_id');
create trigger note_missing_removed after delete on invoice_uses
  referencing old table as changed for each statement execute function note_missing('line', 'line_id');
create trigger note_missing_added after insert on invoice_files
  referencing new table as changed for each statement execute function note_missing('invoice', 'invoice_id');
create trigger note_missing_removed after delete on invoice_files
  referencing old table as changed for each statement execute function note_missing('invoice', 'invoice_id');

-- Rows of which a column changed. Arguments: the kind, and the column.
create function move_missing() returns trigger language plpgsql as $$
declare
  project bigint;
  ids bigint[];
begin
  for project, ids in execute format(
    'select n.project_id, array_agg(n.id) from before o join after n on n.project_id = o.project_id and n.id = o.id
     where n.%1$I is distinct from o.%1$I group by 1', tg_argv[1])
  loop
    perform append_missing_changes(project, tg_argv[0], ids);
  end loop;
  return null;
end $$;
create trigger note_missing_status after update on invoices
  referencing old table as before new table as after for each statement execute function move_missing('invoice', 'status');
create trigger note_missing_voided after update on invoices
  referencing old table as before new table as after for each statement execute function move_missing('invoice', 'voided_at');
create trigger note_missing_type after update on payment_types
  referencing old table as before new table as after for each statement execute function move_missing('type', 'needs_invoice');

-- Every query names its project, and every index begins with it. With statistics the planner knows the projects that were large when it last
-- looked, and takes any other for one row: of a project that was made since (until a tenth of all rows are new, so for weeks) it then reads
-- everything again for each row. Without statistics every project is a two hundredth of the table, and the narrower index wins.
do $$
declare
  name text;
begin
  for name in
    select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'project_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %I alter column project_id set statistics 0', name);
  end loop;
end $$;
