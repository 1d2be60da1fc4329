-- A foreign key asks for each row by itself, about 9 µs a time: of an import of 100,000 lines that was two fifths, and the answer hundreds of
-- times the same. What every payment and every line refers to is asked for once a statement here, all of it together, with the locks, the
-- error and the constraint's name of a foreign key: what is referred to is locked (`for key share`) until the commit, so that nobody takes
-- it away meanwhile; and who takes something away looks afterwards, in a new snapshot, whether anything refers to it. That is safe at read
-- committed, where every writer works. What few lines have, contracts and invoices, stays a foreign key. PostgreSQL 19
-- asks for many rows at a time by itself: once it is the oldest version that we support, these can be foreign keys again.

alter table cost_executions drop constraint cost_executions_project_id_fkey;
alter table cost_executions drop constraint cost_executions_creator_id_fkey;
alter table cost_execution_details drop constraint cost_execution_details_of_payment;
alter table cost_execution_details drop constraint cost_execution_details_project_id_subject_id_fkey;
alter table cost_execution_details drop constraint cost_execution_details_project_id_pay_category_id_fkey;

create function refuse_reference(child text, reference text) returns void language plpgsql as $$
begin
  raise foreign_key_violation using table = child, constraint = reference,
    message = format('insert, update or delete on "%s" would break its reference "%s"', child, reference);
end $$;

-- Locked in the order of their ids, as everybody locks several: two transactions never wait for each other.
create function check_cost_execution_references() returns trigger language plpgsql as $$
begin
  if (select count(distinct project_id) from written) <> (
    select count(*) from (
      select from projects p where p.id in (select project_id from written) order by p.id for key share) locked) then
    perform refuse_reference('cost_executions', 'cost_executions_project');
  end if;
  if (select count(distinct creator_id) from written) <> (
    select count(*) from (
      select from users u where u.id in (select creator_id from written) order by u.id for key share) locked) then
    perform refuse_reference('cost_executions', 'cost_executions_creator');
  end if;
  return null;
end $$;
create trigger check_references_added after insert on cost_executions
  referencing new table as written for each statement execute function check_cost_execution_references();
create trigger check_references_changed after update on cost_executions
  referencing new table as written for each statement execute function check_cost_execution_references();

create function check_cost_execution_detail_references() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select distinct project_id, cost_execution_id from written) d) <> (
    select count(*) from (
      select from cost_executions c where (c.project_id, c.id) in (select project_id, cost_execution_id from written)
      order by c.id for key share) locked) then
    perform refuse_reference('cost_execution_details', 'cost_execution_details_of_payment');
  end if;
  if (select count(*) from (select distinct project_id, subject_id from written) d) <> (
    select count(*) from (
      select from subjects s where (s.project_id, s.id) in (select project_id, subject_id from written)
      order by s.id for key share) locked) then
    perform refuse_reference('cost_execution_details', 'cost_execution_details_subject');
  end if;
  -- The lines of a write-off of petty cash have no type.
  if (select count(*) from (select distinct project_id, pay_category_id from written where pay_category_id is not null) d) <> (
    select count(*) from (
      select from pay_categories t where (t.project_id, t.id) in (select project_id, pay_category_id from written)
      order by t.id for key share) locked) then
    perform refuse_reference('cost_execution_details', 'cost_execution_details_category');
  end if;
  return null;
end $$;
create trigger check_references_added after insert on cost_execution_details
  referencing new table as written for each statement execute function check_cost_execution_detail_references();
create trigger check_references_changed after update on cost_execution_details
  referencing new table as written for each statement execute function check_cost_execution_detail_references();

-- The other end.
-- Under an older snapshot it would not see who came meanwhile.
create function expect_read_committed() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'deleting here needs read committed' using errcode = 'feature_not_supported';
  end if;
end $$;

create function keep_referenced_payments() returns trigger language plpgsql as $$
begin
  perform expect_read_committed();
  if exists (select from gone g join cost_execution_details d on d.project_id = g.project_id and d.cost_execution_id = g.id) then
    perform refuse_reference('cost_execution_details', 'cost_execution_details_of_payment');
  end if;
  return null;
end $$;
create trigger keep_referenced after delete on cost_executions
  referencing old table as gone for each statement execute function keep_referenced_payments();

create function keep_referenced_subjects() returns trigger language plpgsql as $$
begin
  perform expect_read_committed();
  if exists (select from gone g join cost_execution_details d on d.project_id = g.project_id and d.subject_id = g.id) then
    perform refuse_reference('cost_execution_details', 'cost_execution_details_subject');
  end if;
  return null;
end $$;
create trigger keep_referenced after delete on subjects
  referencing old table as gone for each statement execute function keep_referenced_subjects();

create function keep_referenced_pay_categories() returns trigger language plpgsql as $$
begin
  perform expect_read_committed();
  if exists (select from gone g join cost_execution_details d on d.project_id = g.project_id and d.pay_category_id = g.id) then
    perform refuse_reference('cost_execution_details', 'cost_execution_details_category');
  end if;
  return null;
end $$;
create trigger keep_referenced after delete on pay_categories
  referencing old table as gone for each statement execute function keep_referenced_pay_categories();

create function keep_referenced_projects() returns trigger language plpgsql as $$
begin
  perform expect_read_committed();
  if exists (select from gone g join cost_executions c on c.project_id = g.id) then
    perform refuse_reference('cost_executions', 'cost_executions_project');
  end if;
  return null;
end $$;
create trigger keep_referenced after delete on projects
  referencing old table as gone for each statement execute function keep_referenced_projects();

create function keep_referenced_creators() returns trigger language plpgsql as $$
begin
  perform expect_read_committed();
  if exists (select from gone g join cost_executions c on c.creator_id = g.id) then
    perform refuse_reference('cost_executions', 'cost_executions_creator');
  end if;
  return null;
end $$;
create trigger keep_referenced after delete on users
  referencing old table as gone for each statement execute function keep_referenced_creators();

-- What a foreign key refuses besides: another key for what is referred to, and emptying its table.
create function refuse_new_key() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % keeps its key', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger keep_key before update of project_id, id on cost_executions
  for each row when ((old.project_id, old.id) is distinct from (new.project_id, new.id)) execute function refuse_new_key();
create trigger keep_key before update of project_id, id on subjects
  for each row when ((old.project_id, old.id) is distinct from (new.project_id, new.id)) execute function refuse_new_key();
create trigger keep_key before update of project_id, id on pay_categories
  for each row when ((old.project_id, old.id) is distinct from (new.project_id, new.id)) execute function refuse_new_key();
create trigger keep_key before update of id on projects
  for each row when (old.id is distinct from new.id) execute function refuse_new_key();
create trigger keep_key before update of id on users
  for each row when (old.id is distinct from new.id) execute function refuse_new_key();

create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is not emptied by truncate: rows refer to it', tg_table_name using errcode = 'feature_not_supported';
end $$;
create trigger keep_rows before truncate on cost_executions for each statement execute function refuse_truncate();
create trigger keep_rows before truncate on subjects for each statement execute function refuse_truncate();
create trigger keep_rows before truncate on pay_categories for each statement execute function refuse_truncate();
create trigger keep_rows before truncate on projects for each statement execute function refuse_truncate();
create trigger keep_rows before truncate on users for each statement execute function refuse_truncate();

-- One invoice, one line: as before, but few lines have one, and a unique constraint keeps an entry for those without, too.
alter table cost_execution_details drop constraint cost_execution_details_invoice;
alter table cost_execution_details add constraint cost_execution_details_invoice
  exclude using btree (project_id with =, invoice_id with =) where (invoice_id is not null) deferrable initially deferred;

-- Who writes a great deal in one transaction folds once, at its end.
create or replace function fold_now_and_then() returns trigger language plpgsql as $$
declare
  project bigint;
begin
  if current_setting('pianzhang.fold_later', true) = 'yes' then
    return null;
  end if;
  for project in select distinct a.project_id from appended a where a.id % 1000 = 0 loop
    perform fold_cost_execution_changes(project);
  end loop;
  return null;
end $$;
