-- The kinds of money in; their page and what uses them come with receipts and investment budgets.
create table investment_categories (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  name text not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint investment_categories_name unique (project_id, name)
);

-- What a new project starts with, for those that are there (packages/contract/src/lists.ts).
insert into investment_categories (project_id, name, updated_at)
select p.id, n.name, p.created_at from projects p,
  unnest(array['自有资金', '联合投资', '平台定制款', '版权预售', '政府补贴', '银行贷款', '基金投资', '广告植入', '其他'])
  with ordinality as n(name, place)
order by p.id, n.place;
