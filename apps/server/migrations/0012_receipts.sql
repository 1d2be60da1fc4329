-- Receipts: money that came in from investors. Some thousand rows a project, so plain foreign keys, and sums by sum().

create table investment_executions (
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
  constraint investment_executions_code unique (project_id, code),
  foreign key (project_id, investment_category_id) references investment_categories,
  foreign key (project_id, contract_id) references contracts,
  foreign key (project_id, import_id) references imports
);
create index investment_executions_at on investment_executions (project_id, investment_at desc, id desc);
create index investment_executions_category on investment_executions (project_id, investment_category_id);
create index investment_executions_contract on investment_executions (project_id, contract_id) where contract_id is not null;

-- As 0008 says. The table is new, so nobody has spread it over servers yet.
alter table investment_executions alter column project_id set statistics 0;
