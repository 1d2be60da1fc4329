-- Investment budgets: what investors promise. One row for each investor of a project.

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
  primary key (project_id, id),
  constraint investment_budgets_code unique (project_id, code),
  constraint investment_budgets_investor unique (project_id, investor)
);

-- As 0008 says. The table is new, so nobody has spread it over servers yet.
alter table investment_budgets alter column project_id set statistics 0;
