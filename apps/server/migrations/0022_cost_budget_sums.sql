-- More of the sums of 0005, for the cost budget: of its lines, by subject. A sum of 5,000 rows took longer than all the rest of
-- the overview's comparison of costs.

alter table cost_execution_changes drop constraint cost_execution_changes_dimension_check;
alter table cost_execution_changes add constraint cost_execution_changes_dimension_check
  check (dimension in ('subject', 'pay_category', 'payer', 'contract', 'payments',
    'imprests', 'imprest_subject', 'imprest_payer', 'imprest_open', 'cost_budget'));

-- The functions read the budget lines alone.
create function note_cost_budgets() returns trigger language plpgsql as $$
begin
  insert into cost_execution_changes (project_id, dimension, key, amount)
  select project_id, 'cost_budget', subject_id, tg_argv[0]::integer * sum(amount)
  from changed group by project_id, subject_id having sum(amount) <> 0;
  return null;
end $$;
-- An update appends only what changed.
create function move_cost_budgets() returns trigger language plpgsql as $$
begin
  insert into cost_execution_changes (project_id, dimension, key, amount)
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

-- After the triggers, whose creation keeps writers out until the commit: what is there already.
insert into cost_execution_totals (project_id, dimension, voucher_category, key, payer, amount, payments)
select project_id, 'cost_budget', -1, subject_id, '', sum(amount), 0 from cost_budgets group by project_id, subject_id;
