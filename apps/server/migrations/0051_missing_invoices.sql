-- Compatible from 0050.
-- Which payment lines lack an invoice, kept as of a refresh; which types of payments need one; whom invoices are made out to.

alter table pay_categories add column needs_invoice boolean not null default true;
-- NO_INVOICE_CATEGORIES of the contract, for new projects.
update pay_categories set needs_invoice = false where name in ('押金', '押金退回', '税费', '工资劳务');

-- 抬头 and what else a seller needs to make out an invoice; no row: never typed.
create table invoice_titles (
  project_id bigint primary key references projects,
  name text not null,
  tax_no text not null,
  address text not null,
  phone text not null,
  bank text not null,
  account text not null,
  version integer not null default 1,
  updated_at timestamptz not null
);

-- Lines that lack an invoice (modules/missing-invoices/wanting.ts, which computes them). `reason`: index of REASONS of the contract from 1; 0: a small
-- receipt (收款凭证) of a payee who got less than 1,000.00 by such on that day, which lacks nothing as long as that holds. `receipts`: of small
-- receipts the payee, or the payer's text where the payment names none.
create table missing_lines (
  project_id bigint not null,
  detail_id bigint not null,
  line_code text not null,
  cost_execution_id bigint not null,
  pay_at date not null,
  payer text not null,
  reason smallint not null check (reason between 0 and 6),
  lacking bigint not null,
  receipts text,
  primary key (project_id, detail_id)
);
create index missing_lines_payment on missing_lines (project_id, cost_execution_id);
create index missing_lines_code on missing_lines (project_id, line_code);
create index missing_lines_receipts on missing_lines (project_id, pay_at, receipts) where receipts is not null;
create index missing_lines_day on missing_lines (project_id, pay_at, detail_id) where reason > 0;
create index missing_lines_reason on missing_lines (project_id, reason, pay_at, detail_id) where reason > 0;
create index missing_lines_payer on missing_lines (project_id, payer, pay_at, detail_id) include (lacking) where reason > 0;
-- Their sums: by day of the payment, and by payer; of each reason, and by payer also of all (0).
create table missing_days (
  project_id bigint not null,
  reason smallint not null,
  pay_at date not null,
  amount numeric(30) not null,
  entries bigint not null,
  primary key (project_id, reason, pay_at)
) with (fillfactor = 70);
create table missing_payers (
  project_id bigint not null,
  reason smallint not null,
  payer text not null,
  amount numeric(30) not null,
  entries bigint not null,
  primary key (project_id, reason, payer)
) with (fillfactor = 70);
create index missing_payers_amount on missing_payers (project_id, reason, amount, payer);

-- What changed since the last refresh, as ranges of ids: of payments, or of lines, invoices and types whose payments a refresh looks up. Ranges,
-- as an import writes a hundred thousand payments one after the other. Appended only, so that a refresh never deletes what another transaction has
-- just repeated.
create table missing_changes (
  project_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('payment', 'line', 'invoice', 'type')),
  first_id bigint not null,
  last_id bigint not null,
  primary key (project_id, id)
);

create function append_missing_changes(project bigint, what text, ids bigint[]) returns void language plpgsql as $$
begin
  insert into missing_changes (project_id, kind, first_id, last_id)
  select project, what, min(r.id), max(r.id) from (
    select n.id, n.id - row_number() over (order by n.id) as run from (select distinct u.id from unnest(ids) u (id)) n) r
  group by r.run;
end $$;

-- With every save of a payment: one statement.
create function note_missing_payments() returns trigger language plpgsql as $$
begin
  insert into missing_changes (project_id, kind, first_id, last_id)
  select r.project_id, 'payment', min(r.id), max(r.id) from (
    select n.project_id, n.id, n.id - row_number() over (partition by n.project_id order by n.id) as run
    from (select distinct c.project_id, c.cost_execution_id as id from changed c) n) r
  group by r.project_id, r.run;
  return null;
end $$;
create trigger note_missing_added after insert on cost_execution_details
  referencing new table as changed for each statement execute function note_missing_payments();
create trigger note_missing_changed after update on cost_execution_details
  referencing new table as changed for each statement execute function note_missing_payments();
create trigger note_missing_removed after delete on cost_execution_details
  referencing old table as changed for each statement execute function note_missing_payments();

create function note_missing_headers() returns trigger language plpgsql as $$
declare
  project bigint;
  ids bigint[];
begin
  for project, ids in
    select n.project_id, array_agg(n.id) from before o join after n on n.project_id = o.project_id and n.id = o.id
    where (n.pay_at, n.payer, n.payee_id) is distinct from (o.pay_at, o.payer, o.payee_id) group by 1
  loop
    perform append_missing_changes(project, 'payment', ids);
  end loop;
  return null;
end $$;
create trigger note_missing_changed after update on cost_executions
  referencing old table as before new table as after for each statement execute function note_missing_headers();

-- Rows that came or went. Arguments: the kind, and the column with its id.
create function note_missing() returns trigger language plpgsql as $$
declare
  project bigint;
  ids bigint[];
begin
  for project, ids in execute format('select c.project_id, array_agg(distinct c.%I) from changed c group by 1', tg_argv[1]) loop
    perform append_missing_changes(project, tg_argv[0], ids);
  end loop;
  return null;
end $$;
create trigger note_missing_added after insert on invoice_uses
  referencing new table as changed for each statement execute function note_missing('line', 'detail_id');
create trigger note_missing_changed after update on invoice_uses
  referencing new table as changed for each statement execute function note_missing('line', 'detail_id');
create trigger note_missing_removed after delete on invoice_uses
  referencing old table as changed for each statement execute function note_missing('line', 'detail_id');
create trigger note_missing_added after insert on invoice_files
  referencing new table as changed for each statement execute function note_missing('invoice', 'invoice_id');
create trigger note_missing_removed after delete on invoice_files
  referencing old table as changed for each statement execute function note_missing('invoice', 'invoice_id');

-- Rows of which a column changed. Arguments: the kind, and the column.
create function move_missing() returns trigger language plpgsql as $$
declare
  project bigint;
  ids bigint[];
begin
  for project, ids in execute format(
    'select n.project_id, array_agg(n.id) from before o join after n on n.project_id = o.project_id and n.id = o.id
     where n.%1$I is distinct from o.%1$I group by 1', tg_argv[1])
  loop
    perform append_missing_changes(project, tg_argv[0], ids);
  end loop;
  return null;
end $$;
create trigger note_missing_status after update on invoices
  referencing old table as before new table as after for each statement execute function move_missing('invoice', 'status');
create trigger note_missing_voided after update on invoices
  referencing old table as before new table as after for each statement execute function move_missing('invoice', 'voided_at');
create trigger note_missing_type after update on pay_categories
  referencing old table as before new table as after for each statement execute function move_missing('type', 'needs_invoice');

-- As 0008 says.
alter table invoice_titles alter column project_id set statistics 0;
alter table missing_lines alter column project_id set statistics 0;
alter table missing_days alter column project_id set statistics 0;
alter table missing_payers alter column project_id set statistics 0;
alter table missing_changes alter column project_id set statistics 0;

-- Everything, for the first refresh.
insert into missing_changes (project_id, kind, first_id, last_id)
select project_id, 'payment', 0, 9223372036854775807 from pay_categories group by project_id;
