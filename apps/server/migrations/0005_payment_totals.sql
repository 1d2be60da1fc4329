-- What the statistics show and what the unfiltered list counts, added up beside the payments by the database itself, so that they cost
-- the same with ten payments and with a million, and are true in every snapshot.
--
-- Writers only append signed changes here, so that two of them never wait for each other over a common subject. Now and then one of
-- them, never two at once in a project, adds the changes to the totals. A sum is always totals and changes together: the view below.

create table cost_execution_changes (
  project_id bigint not null,
  id bigint generated always as identity,
  -- What the amount is a part of: of the lines with a subject, with a payment type, or of a payer; or `payments`: of nothing, only counted.
  dimension text not null check (dimension in ('subject', 'pay_category', 'payer', 'payments')),
  -- The subject or payment type; 0: no payment type, or another dimension.
  key bigint not null default 0,
  payer text not null default '',
  -- The voucher type of these lines, 0: none; -1: of all lines, so that a sum of everything need not add up the types.
  voucher_category smallint not null default -1,
  amount numeric(30) not null default 0,
  payments bigint not null default 0,
  primary key (project_id, id)
);

create table cost_execution_totals (
  project_id bigint not null references projects,
  dimension text not null,
  voucher_category smallint not null,
  key bigint not null,
  payer text not null,
  amount numeric(30) not null,
  payments bigint not null,
  primary key (project_id, dimension, voucher_category, key, payer)
) with (fillfactor = 70);

create view cost_execution_sums as
  select project_id, dimension, voucher_category, key, payer, amount, payments from cost_execution_totals
  union all
  select project_id, dimension, voucher_category, key, payer, amount, payments from cost_execution_changes;

-- Adds the project's changes to its totals, unless somebody else is doing so.
create function fold_cost_execution_changes(project bigint) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock('cost_execution_totals'::regclass::oid::integer, (project % 2147483647)::integer) then
    return;
  end if;
  with taken as (delete from cost_execution_changes where project_id = project returning *)
  insert into cost_execution_totals as t (project_id, dimension, voucher_category, key, payer, amount, payments)
  select project_id, dimension, voucher_category, key, payer, sum(amount), sum(payments) from taken group by 1, 2, 3, 4, 5
  on conflict (project_id, dimension, voucher_category, key, payer)
    do update set amount = t.amount + excluded.amount, payments = t.payments + excluded.payments;
end $$;

-- Every thousandth change folds those of its project: a save appends about ten.
create function fold_now_and_then() returns trigger language plpgsql as $$
declare
  project bigint;
begin
  for project in select distinct a.project_id from appended a where a.id % 1000 = 0 loop
    perform fold_cost_execution_changes(project);
  end loop;
  return null;
end $$;
create trigger fold after insert on cost_execution_changes
  referencing new table as appended for each statement execute function fold_now_and_then();

-- The lines of one statement as changes, with the sign that the trigger says: each counts for its subject, for its payment type and for its
-- payer, with its voucher type and with all of them. The payment is still there when its lines go (see the foreign key below), so that the payer is known.
create function note_cost_execution_lines() returns trigger language plpgsql as $$
begin
  insert into cost_execution_changes (project_id, dimension, voucher_category, key, payer, amount)
  select l.project_id,
    case when grouping(l.subject_id) = 0 then 'subject' when grouping(l.category) = 0 then 'pay_category' else 'payer' end,
    coalesce(l.voucher, -1), coalesce(l.subject_id, l.category, 0), coalesce(l.payer, ''), tg_argv[0]::integer * sum(l.pay_amount)
  from (
    select d.project_id, d.subject_id, coalesce(d.pay_category_id, 0) as category, c.payer,
      coalesce(d.voucher_category, 0::smallint) as voucher, d.pay_amount
    from changed d join cost_executions c on c.project_id = d.project_id and c.id = d.cost_execution_id) l
  group by l.project_id, cube (l.voucher), grouping sets ((l.subject_id), (l.category), (l.payer))
  having sum(l.pay_amount) <> 0;
  return null;
end $$;
create trigger note_added after insert on cost_execution_details
  referencing new table as changed for each statement execute function note_cost_execution_lines('1');
create trigger note_before after update on cost_execution_details
  referencing old table as changed for each statement execute function note_cost_execution_lines('-1');
create trigger note_after after update on cost_execution_details
  referencing new table as changed for each statement execute function note_cost_execution_lines('1');
create trigger note_removed after delete on cost_execution_details
  referencing old table as changed for each statement execute function note_cost_execution_lines('-1');

create function count_cost_executions() returns trigger language plpgsql as $$
begin
  insert into cost_execution_changes (project_id, dimension, payments)
  select project_id, 'payments', tg_argv[0]::integer * count(*) from changed group by project_id;
  return null;
end $$;
create trigger count_added after insert on cost_executions
  referencing new table as changed for each statement execute function count_cost_executions('1');
create trigger count_removed after delete on cost_executions
  referencing old table as changed for each statement execute function count_cost_executions('-1');

-- A payment with another payer takes its lines along.
create function move_cost_execution_payers() returns trigger language plpgsql as $$
begin
  insert into cost_execution_changes (project_id, dimension, payer, voucher_category, amount)
  select m.project_id, 'payer', m.payer, coalesce(v.voucher, -1), sum(m.sign * d.pay_amount)
  from (
    select o.project_id, o.id, side.payer, side.sign
    from before o join after n on n.project_id = o.project_id and n.id = o.id and n.payer <> o.payer
    cross join lateral (values (o.payer, -1), (n.payer, 1)) side (payer, sign)) m
  join cost_execution_details d on d.project_id = m.project_id and d.cost_execution_id = m.id
  cross join lateral (values (coalesce(d.voucher_category, 0::smallint))) v (voucher)
  group by m.project_id, m.payer, cube (v.voucher)
  having sum(m.sign * d.pay_amount) <> 0;
  return null;
end $$;
create trigger move_payers after update on cost_executions
  referencing old table as before new table as after for each statement execute function move_cost_execution_payers();

-- Lines are deleted before their payment, never by it: afterwards nobody could say whose they were.
alter table cost_execution_details drop constraint cost_execution_details_project_id_cost_execution_id_fkey;
alter table cost_execution_details add constraint cost_execution_details_of_payment
  foreign key (project_id, cost_execution_id) references cost_executions;

-- What is there already.
insert into cost_execution_totals (project_id, dimension, voucher_category, key, payer, amount, payments)
select l.project_id,
  case when grouping(l.subject_id) = 0 then 'subject' when grouping(l.category) = 0 then 'pay_category' else 'payer' end,
  coalesce(l.voucher, -1), coalesce(l.subject_id, l.category, 0), coalesce(l.payer, ''), sum(l.pay_amount), 0
from (
  select d.project_id, d.subject_id, coalesce(d.pay_category_id, 0) as category, c.payer,
    coalesce(d.voucher_category, 0::smallint) as voucher, d.pay_amount
  from cost_execution_details d join cost_executions c on c.project_id = d.project_id and c.id = d.cost_execution_id) l
group by l.project_id, cube (l.voucher), grouping sets ((l.subject_id), (l.category), (l.payer))
union all
select project_id, 'payments', -1, 0, '', 0, count(*) from cost_executions group by project_id;
