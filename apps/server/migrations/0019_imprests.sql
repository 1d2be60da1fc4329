-- Petty cash (imprests): its details with their voucher pictures, the total set for a project, and the history of
-- write-offs. Some ten thousand details a project, so plain foreign keys.

-- History: what a write-off did stays, also when a payment that it posted is deleted.
create table imprest_write_offs (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  -- The details that were open, and those of them that were written off.
  total_quantity integer not null check (total_quantity > 0),
  succeeded_quantity integer not null check (succeeded_quantity between 0 and total_quantity),
  -- The sum of the latter, which may exceed the largest single amount.
  amount numeric(30) not null,
  creator_id bigint not null references users,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint imprest_write_offs_code unique (project_id, code)
);

create table imprests (
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
  constraint imprests_code unique (project_id, code),
  constraint imprests_subject foreign key (project_id, subject_id) references subjects,
  constraint imprests_contract foreign key (project_id, contract_id) references contracts,
  constraint imprests_write_off foreign key (project_id, write_off_id) references imprest_write_offs,
  constraint imprests_import foreign key (project_id, import_id) references imports
);
create index imprests_pay_at on imprests (project_id, pay_at desc, id desc);
create index imprests_of_subject on imprests (project_id, subject_id);
create index imprests_of_contract on imprests (project_id, contract_id) where contract_id is not null;
-- What a write-off locks, in this order; partial, as most details are written off in the end.
create index imprests_open on imprests (project_id, id) where write_off_id is null;
-- The few rates that people typed beside the usual ones, as 0006 has for payments; the query repeats the condition.
create index imprests_other_rates on imprests (project_id, face_tax_rate)
  where face_tax_rate not in ('13%', '9%', '6%', '5%', '3%', '1%', '0%', '免税', '不征税');

create table imprest_attachments (
  project_id bigint not null,
  imprest_id bigint not null,
  attachment_id bigint not null,
  position smallint not null check (position between 1 and 10),
  primary key (project_id, imprest_id, attachment_id),
  constraint imprest_attachments_detail foreign key (project_id, imprest_id) references imprests,
  constraint imprest_attachments_attachment foreign key (project_id, attachment_id) references attachments
);
create index imprest_attachments_file on imprest_attachments (project_id, attachment_id);

-- The total set of a project; no row until it is set.
create table imprest_amounts (
  project_id bigint primary key references projects,
  amount bigint not null check (amount <> 0 and abs(amount) <= 999999999999999),
  version integer not null default 1,
  updated_at timestamptz not null
);

-- As 0008 says. The tables are new, so nobody has spread them over servers yet.
alter table imprest_write_offs alter column project_id set statistics 0;
alter table imprests alter column project_id set statistics 0;
alter table imprest_attachments alter column project_id set statistics 0;
alter table imprest_amounts alter column project_id set statistics 0;
