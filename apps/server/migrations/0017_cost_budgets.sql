-- Cost budgets: lines on level-three subjects, and the number of episodes that their total is divided by.

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
  check (amount = round(unit_price::numeric * quantity / 10000)),
  foreign key (project_id, subject_id) references subjects,
  foreign key (project_id, import_id) references imports
);
create index cost_budgets_order on cost_budgets (project_id, created_at desc, id);
-- Sums by subject read this index only.
create index cost_budgets_subject on cost_budgets (project_id, subject_id) include (amount);

-- One row of a project whose number of episodes was set before; a table of its own, as edits of a project's information count versions too.
create table cost_budget_episodes (
  project_id bigint primary key references projects,
  episodes integer check (episodes between 1 and 9999),
  version integer not null
);

-- As 0008 says. The tables are new, so nobody has spread them over servers yet.
alter table cost_budgets alter column project_id set statistics 0;
alter table cost_budget_episodes alter column project_id set statistics 0;
