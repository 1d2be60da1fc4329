-- Reminders of contracts: due on one day, or within a period every so many days or on a day of each month.

create table contract_cautions (
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
  constraint contract_cautions_code unique (project_id, code),
  foreign key (project_id, contract_id) references contracts on delete cascade,
  check (end_at >= start_at),
  check (mode <> 1 or judge_date <= 31),
  check (case category when 0 then mode is null and judge_date is null and end_at = start_at
    else mode is not null and judge_date is not null end)
);
create index contract_cautions_contract on contract_cautions (project_id, contract_id);
-- What may be due today: few have not ended yet.
create index contract_cautions_end on contract_cautions (project_id, end_at);

-- As 0008 says. The table is new, so nobody has spread it over servers yet.
alter table contract_cautions alter column project_id set statistics 0;
