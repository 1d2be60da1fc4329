-- Compatible from 0048.
-- Fees of natural persons and the tax that is withheld of them.

-- One fee of a person. `month` is that of `pay_at`. `vat` and `surcharge` are withheld where `vat_withheld`; `taxable` and `tax` are what the fee adds
-- to those of the earlier fees of person, kind and month, so both may be negative where VAT of earlier fees of the day is taken with it. `payee_id` has no foreign key, as
-- that of payments. `detail_id`: the payment line of `net`; `remitted_detail_id`: that of the tax.
create table labor_records (
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
  detail_id bigint,
  remitted_detail_id bigint,
  remark text not null default '',
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint labor_records_code unique (project_id, code),
  constraint labor_records_line foreign key (project_id, detail_id) references cost_execution_details,
  constraint labor_records_remittance foreign key (project_id, remitted_detail_id) references cost_execution_details,
  check (net = gross - vat - surcharge - tax),
  check (vat_withheld or (vat = 0 and surcharge = 0)),
  check (month = date_trunc('month', pay_at::timestamp)::date)
);
-- A line pays one fee.
create unique index labor_records_paid on labor_records (project_id, detail_id) where detail_id is not null;
create index labor_records_remitted on labor_records (project_id, remitted_detail_id) where remitted_detail_id is not null;
create index labor_records_owed on labor_records (project_id, id) where detail_id is not null and remitted_detail_id is null;
create index labor_records_person on labor_records (project_id, payee_id, month);
create index labor_records_month on labor_records (project_id, month, id desc);
create index labor_records_creator on labor_records (project_id, creator_id);

-- How a company sees to the VAT of fees; null: not chosen yet. `surcharge` on VAT in 1/100 percent.
create table labor_settings (
  company_id bigint primary key references companies,
  vat text check (vat in ('withhold', 'invoice')),
  surcharge integer not null check (surcharge between 0 and 10000),
  version integer not null default 1,
  updated_at timestamptz not null
);

-- Rates that the operator adds; those that are delivered are in packages/contract/src/labor-tax-rates.ts. No company's, no project's.
create table labor_rates (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('labor', 'script', 'nonresident', 'vat')),
  holds_from date not null,
  content jsonb not null,
  created_at timestamptz not null,
  unique (kind, holds_from)
);

alter table labor_records alter column project_id set statistics 0;
