-- More of the sums of 0005, for petty cash: of all details, by subject and by payer, each with its voucher type and with all of them, and of
-- the open details by subject. `payments` is the number of details. A sum of 20,000 rows took longer than all the rest of a chart.

alter table cost_execution_changes drop constraint cost_execution_changes_dimension_check;
alter table cost_execution_changes add constraint cost_execution_changes_dimension_check
  check (dimension in ('subject', 'pay_category', 'payer', 'contract', 'payments',
    'imprests', 'imprest_subject', 'imprest_payer', 'imprest_open'));

-- The functions read the details alone.
create function note_imprests() returns trigger language plpgsql as $$
begin
  insert into cost_execution_changes (project_id, dimension, voucher_category, key, payer, amount, payments)
  select e.project_id,
    case when grouping(e.subject_id) = 0 then 'imprest_subject' when grouping(e.payer) = 0 then 'imprest_payer' else 'imprests' end,
    coalesce(e.voucher, -1), coalesce(e.subject_id, 0), coalesce(e.payer, ''), tg_argv[0]::integer * sum(e.pay_amount),
    case when grouping(e.subject_id, e.payer) = 3 then tg_argv[0]::integer * count(*) else 0 end
  from (
    select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint) as voucher, pay_amount from changed) e
  group by e.project_id, cube (e.voucher), grouping sets ((e.subject_id), (e.payer), ())
  having sum(e.pay_amount) <> 0 or grouping(e.subject_id, e.payer) = 3;
  insert into cost_execution_changes (project_id, dimension, key, amount)
  select project_id, 'imprest_open', subject_id, tg_argv[0]::integer * sum(pay_amount)
  from changed where write_off_id is null
  group by project_id, subject_id having sum(pay_amount) <> 0;
  return null;
end $$;
-- An update appends only what changed: of a write-off, that its details are no longer open.
create function move_imprests() returns trigger language plpgsql as $$
begin
  insert into cost_execution_changes (project_id, dimension, voucher_category, key, payer, amount, payments)
  select e.project_id,
    case when grouping(e.subject_id) = 0 then 'imprest_subject' when grouping(e.payer) = 0 then 'imprest_payer' else 'imprests' end,
    coalesce(e.voucher, -1), coalesce(e.subject_id, 0), coalesce(e.payer, ''), sum(e.amount),
    case when grouping(e.subject_id, e.payer) = 3 then sum(e.sign) else 0 end
  from (
    select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint) as voucher, -pay_amount as amount, -1 as sign
    from before
    union all
    select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint), pay_amount, 1 from after) e
  group by e.project_id, cube (e.voucher), grouping sets ((e.subject_id), (e.payer), ())
  having sum(e.amount) <> 0 or (grouping(e.subject_id, e.payer) = 3 and sum(e.sign) <> 0);
  insert into cost_execution_changes (project_id, dimension, key, amount)
  select project_id, 'imprest_open', subject_id, sum(amount)
  from (
    select project_id, subject_id, -pay_amount as amount from before where write_off_id is null
    union all
    select project_id, subject_id, pay_amount from after where write_off_id is null) e
  group by project_id, subject_id having sum(amount) <> 0;
  return null;
end $$;
create trigger note_added after insert on imprests
  referencing new table as changed for each statement execute function note_imprests('1');
create trigger note_removed after delete on imprests
  referencing old table as changed for each statement execute function note_imprests('-1');
create trigger move after update on imprests
  referencing old table as before new table as after for each statement execute function move_imprests();

-- After the triggers, whose creation keeps writers out until the commit: what is there already.
insert into cost_execution_totals (project_id, dimension, voucher_category, key, payer, amount, payments)
select e.project_id,
  case when grouping(e.subject_id) = 0 then 'imprest_subject' when grouping(e.payer) = 0 then 'imprest_payer' else 'imprests' end,
  coalesce(e.voucher, -1), coalesce(e.subject_id, 0), coalesce(e.payer, ''), sum(e.pay_amount),
  case when grouping(e.subject_id, e.payer) = 3 then count(*) else 0 end
from (select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint) as voucher, pay_amount from imprests) e
group by e.project_id, cube (e.voucher), grouping sets ((e.subject_id), (e.payer), ())
union all
select project_id, 'imprest_open', -1, subject_id, '', sum(pay_amount), 0
from imprests where write_off_id is null group by project_id, subject_id;
