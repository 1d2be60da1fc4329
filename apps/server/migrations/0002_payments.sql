-- Subjects, payment types, contracts, invoices, attachments, payments. Keys are (project_id, id), so that no row can point
-- into another project even by mistake.

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

create table pay_categories (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  name text not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint pay_categories_name unique (project_id, name)
);

create table attachments (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  file_name text not null,
  file_size bigint not null,
  kind text not null check (kind in ('png', 'jpg', 'xlsx', 'pdf')),
  storage_key text not null,
  has_thumb boolean not null,
  creator_id bigint not null references users,
  -- One upload token makes one attachment.
  token_id text not null,
  created_at timestamptz not null,
  -- When the last link went; with no link ever, `created_at` counts. Cleared away 7 days later.
  unlinked_at timestamptz,
  primary key (project_id, id),
  unique (project_id, code),
  constraint attachments_token unique (project_id, token_id)
);

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
  primary key (project_id, id),
  unique (project_id, code),
  constraint contracts_out_code unique (project_id, out_code)
);

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
  attachment_id bigint,
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, code),
  foreign key (project_id, attachment_id) references attachments
);
create index invoices_number on invoices (project_id, invoice_number);

create table cost_executions (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  pay_at date not null,
  payer text not null,
  post text not null default '',
  summary text not null default '',
  -- Always the sum of the lines.
  pay_amount bigint not null check (abs(pay_amount) <= 999999999999999),
  creator_id bigint not null references users,
  -- The import that brought it, if any.
  import_id bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint cost_executions_code unique (project_id, code)
);
create index cost_executions_pay_at on cost_executions (project_id, pay_at desc, id desc);
create index cost_executions_payer on cost_executions (project_id, payer);
create index cost_executions_text on cost_executions using gin ((code || ' ' || payer || ' ' || post || ' ' || summary) gin_trgm_ops);

create table cost_execution_details (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  cost_execution_id bigint not null,
  position integer not null,
  subject_id bigint not null,
  pay_channel smallint not null check (pay_channel between 1 and 9),
  -- Null only for what a write-off of petty cash posts.
  pay_category_id bigint,
  voucher_category smallint check (voucher_category between 1 and 16),
  face_tax_rate text,
  contract_id bigint,
  invoice_id bigint,
  pay_amount bigint not null check (pay_amount <> 0 and abs(pay_amount) <= 999999999999999),
  remark text not null default '',
  primary key (project_id, id),
  unique (project_id, code),
  foreign key (project_id, cost_execution_id) references cost_executions on delete cascade,
  foreign key (project_id, subject_id) references subjects,
  foreign key (project_id, pay_category_id) references pay_categories,
  foreign key (project_id, contract_id) references contracts,
  foreign key (project_id, invoice_id) references invoices,
  -- An invoice pays one line. Deferred: a save may move it from one line to another.
  constraint cost_execution_details_invoice unique (project_id, invoice_id) deferrable initially deferred
);
create index cost_execution_details_payment on cost_execution_details (project_id, cost_execution_id, position);
create index cost_execution_details_subject on cost_execution_details (project_id, subject_id);
create index cost_execution_details_contract on cost_execution_details (project_id, contract_id) where contract_id is not null;
create index cost_execution_details_remark on cost_execution_details using gin (remark gin_trgm_ops) where remark <> '';
create index cost_execution_details_category on cost_execution_details (project_id, pay_category_id);

create table cost_execution_detail_attachments (
  project_id bigint not null,
  detail_id bigint not null,
  attachment_id bigint not null,
  position smallint not null,
  primary key (project_id, detail_id, attachment_id),
  foreign key (project_id, detail_id) references cost_execution_details on delete cascade,
  foreign key (project_id, attachment_id) references attachments
);
create index cost_execution_detail_attachments_file on cost_execution_detail_attachments (project_id, attachment_id);

-- One file is imported once: a second request for it gets the first one's result.
create table imports (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null unique,
  resource text not null,
  attachment_id bigint not null,
  total integer not null,
  creator_id bigint not null references users,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint imports_attachment unique (project_id, attachment_id, resource),
  foreign key (project_id, attachment_id) references attachments
);
