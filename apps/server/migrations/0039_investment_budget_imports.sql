-- Investment budgets are imported, too.

-- The import that brought it, if any.
alter table investment_budgets add column import_id bigint;
alter table investment_budgets
  add constraint investment_budgets_import foreign key (project_id, import_id) references imports;
