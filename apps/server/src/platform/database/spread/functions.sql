-- Trigger functions of a spread database, in place of those of the same name in the migrations. They run on the worker that has the shard.
-- Citus plans no statement that names a transition table together with another table, so each reads the transition table alone and writes
-- what it found as constants. `of`: the MD5 sum of the plain function's body that this one repeats; a test compares.

-- One row of sum_changes as text.
create or replace function sum_change(
  project bigint, dimension text, voucher_category integer, key bigint, payer text, amount numeric, entries bigint)
  returns text language plpgsql immutable as $$
begin
  return format('(%s, %L, %s, %s, %L, %s, %s)', project, dimension, voucher_category, key, payer, amount, entries);
end $$;

-- Appends such rows, a thousand with a statement.
create or replace function append_sum_changes(changes text[]) returns void language plpgsql as $$
begin
  for part in 1 .. coalesce(array_length(changes, 1), 0) by 1000 loop
    execute 'insert into sum_changes (project_id, dimension, voucher_category, key, payer, amount, entries) values '
      || array_to_string(changes[part : part + 999], ', ');
  end loop;
end $$;

-- of fold_sum_changes 20521c30dfd805e480841d95a41b4776
-- The coordinator calls it after an import, when nothing is left to do: `pianzhang.fold_later` is not set on the workers, where each
-- thousandth change folds.
create or replace function fold_sum_changes(project bigint) returns void language plpgsql as $$
begin
end $$;

create or replace function fold_sum_changes_of_shard(project bigint) returns void language plpgsql as $$
declare
  taken jsonb;
  written text;
begin
  if not pg_try_advisory_xact_lock('project_totals'::regclass::oid::integer, (project % 2147483647)::integer) then
    return;
  end if;
  with gone as (
    delete from sum_changes where project_id = project
    returning dimension, voucher_category, key, subject_id, payer, amount, entries)
  select jsonb_agg(to_jsonb(g)) into taken from gone g;
  for written in
    select format('insert into contract_totals as t (project_id, contract_id, amount) values %s
        on conflict (project_id, contract_id) do update set amount = t.amount + excluded.amount',
      string_agg(format('(%s, %s, %s)', project, g.key, g.amount), ', ' order by g.key))
    from (
      select r.key, sum(r.amount) as amount, (row_number() over (order by r.key) - 1) / 1000 as part
      from jsonb_to_recordset(taken) r (dimension text, key bigint, amount numeric)
      where r.dimension = 'contract' group by r.key) g
    group by g.part
  loop
    execute written;
  end loop;
  for written in
    select format('insert into contract_subject_totals as t (project_id, contract_id, subject_id, amount) values %s
        on conflict (project_id, contract_id, subject_id) do update set amount = t.amount + excluded.amount',
      string_agg(format('(%s, %s, %s, %s)', project, g.key, g.subject_id, g.amount), ', ' order by g.key, g.subject_id))
    from (
      select r.key, r.subject_id, sum(r.amount) as amount, (row_number() over (order by r.key, r.subject_id) - 1) / 1000 as part
      from jsonb_to_recordset(taken) r (dimension text, key bigint, subject_id bigint, amount numeric)
      where r.dimension = 'contract' and r.subject_id <> 0 group by r.key, r.subject_id) g
    group by g.part
  loop
    execute written;
  end loop;
  perform append_commitment_changes(project, (
    select array_agg(distinct r.key) from jsonb_to_recordset(taken) r (dimension text, key bigint) where r.dimension = 'contract'));
  perform append_instalment_changes(project, (
    select array_agg(distinct r.key) from jsonb_to_recordset(taken) r (dimension text, key bigint) where r.dimension = 'contract'));
  for written in
    select format('insert into project_totals as t (project_id, dimension, voucher_category, key, payer, amount, entries) values %s
        on conflict (project_id, dimension, voucher_category, key, payer)
        do update set amount = t.amount + excluded.amount, entries = t.entries + excluded.entries',
      string_agg(sum_change(project, g.dimension, g.voucher_category, g.key, g.payer, g.amount, g.entries), ', '))
    from (
      select r.dimension, r.voucher_category, r.key, r.payer, sum(r.amount) as amount, sum(r.entries)::bigint as entries,
        (row_number() over () - 1) / 1000 as part
      from jsonb_to_recordset(taken) r
        (dimension text, voucher_category integer, key bigint, payer text, amount numeric, entries bigint)
      where r.dimension <> 'contract' group by 1, 2, 3, 4) g
    group by g.part
  loop
    execute written;
  end loop;
end $$;

-- of fold_now_and_then a8f516efa2a27d6902ad123b687000cd
create or replace function fold_now_and_then() returns trigger language plpgsql as $$
declare
  project bigint;
begin
  for project in select distinct a.project_id from appended a where a.id % 1000 = 0 loop
    perform fold_sum_changes_of_shard(project);
  end loop;
  return null;
end $$;

-- of note_payment_lines bc0df3e1601ce0ff7852d1ee97366568
create or replace function note_payment_lines() returns trigger language plpgsql as $$
declare
  project bigint;
  wanted bigint[];
  ids bigint[];
  payers text[];
begin
  for project, wanted in select d.project_id, array_agg(distinct d.payment_id) from changed d group by 1 loop
    select array_agg(c.id), array_agg(c.payer) into ids, payers
      from payments c where c.project_id = project and c.id = any (wanted);
    perform append_sum_changes((
      select array_agg(sum_change(project, s.dimension, s.voucher, s.key, s.payer, s.amount, 0)) from (
        select case when grouping(l.subject_id) = 0 then 'subject' when grouping(l.category) = 0 then 'payment_type' else 'payer' end
            as dimension,
          coalesce(l.voucher, -1) as voucher, coalesce(l.subject_id, l.category, 0) as key, coalesce(l.payer, '') as payer,
          tg_argv[0]::integer * sum(l.pay_amount) as amount
        from (
          select d.subject_id, coalesce(d.pay_category_id, 0) as category, c.payer,
            coalesce(d.voucher_category, 0::smallint) as voucher, d.pay_amount
          from changed d join unnest(ids, payers) c (id, payer) on c.id = d.payment_id where d.project_id = project) l
        group by cube (l.voucher), grouping sets ((l.subject_id), (l.category), (l.payer))
        having sum(l.pay_amount) <> 0) s));
  end loop;
  return null;
end $$;

-- of count_payments f78b4b77b3ca4d87e17343c76c3bd8d4
create or replace function count_payments() returns trigger language plpgsql as $$
begin
  perform append_sum_changes((
    select array_agg(sum_change(c.project_id, 'payments', -1, 0, '', 0, tg_argv[0]::integer * c.entries))
    from (select project_id, count(*) as entries from changed group by project_id) c));
  return null;
end $$;

-- of move_payers 63c447b734df87343bc2faeafcad70ec
create or replace function move_payers() returns trigger language plpgsql as $$
declare
  project bigint;
  moved bigint[];
  old_payers text[];
  new_payers text[];
  payments bigint[];
  vouchers smallint[];
  amounts numeric[];
begin
  for project, moved, old_payers, new_payers in
    select o.project_id, array_agg(o.id), array_agg(o.payer), array_agg(n.payer)
    from before o join after n on n.project_id = o.project_id and n.id = o.id and n.payer <> o.payer group by 1
  loop
    select array_agg(l.payment), array_agg(l.voucher), array_agg(l.amount) into payments, vouchers, amounts from (
      select d.payment_id as payment, coalesce(d.voucher_category, 0::smallint) as voucher, sum(d.pay_amount) as amount
      from payment_lines d where d.project_id = project and d.payment_id = any (moved) group by 1, 2) l;
    perform append_sum_changes((
      select array_agg(sum_change(project, 'payer', s.voucher, 0, s.payer, s.amount, 0)) from (
        select side.payer, coalesce(l.voucher, -1) as voucher, sum(side.sign * l.amount) as amount
        from unnest(moved, old_payers, new_payers) m (id, old_payer, new_payer)
        join unnest(payments, vouchers, amounts) l (payment, voucher, amount) on l.payment = m.id
        cross join lateral (values (m.old_payer, -1), (m.new_payer, 1)) side (payer, sign)
        group by side.payer, cube (l.voucher)
        having sum(side.sign * l.amount) <> 0) s));
  end loop;
  return null;
end $$;

-- Appends contracts whose commitments changed, a thousand with a statement.
create or replace function append_commitment_changes(project bigint, contracts bigint[]) returns void language plpgsql as $$
begin
  for part in 1 .. coalesce(array_length(contracts, 1), 0) by 1000 loop
    execute (select 'insert into commitment_changes (project_id, contract_id) values '
        || string_agg(format('(%s, %s)', project, c.id), ', ')
      from unnest(contracts[part : part + 999]) c (id));
  end loop;
end $$;

-- The same of contracts whose instalments may have changed. The plain function leaves out those without a plan; a refresh drops them here.
create or replace function append_instalment_changes(project bigint, contracts bigint[]) returns void language plpgsql as $$
begin
  for part in 1 .. coalesce(array_length(contracts, 1), 0) by 1000 loop
    execute (select 'insert into instalment_changes (project_id, contract_id) values '
        || string_agg(format('(%s, %s)', project, c.id), ', ')
      from unnest(contracts[part : part + 999]) c (id));
  end loop;
end $$;

-- Appends what was paid on contracts by subject, a thousand with a statement.
create or replace function append_contract_changes(changes text[]) returns void language plpgsql as $$
begin
  for part in 1 .. coalesce(array_length(changes, 1), 0) by 1000 loop
    execute 'insert into sum_changes (project_id, dimension, key, subject_id, amount) values '
      || array_to_string(changes[part : part + 999], ', ');
  end loop;
end $$;

-- of note_contract_lines b263dfb150c657ddf2f76035cfb6a083
create or replace function note_contract_lines() returns trigger language plpgsql as $$
begin
  perform append_contract_changes((
    select array_agg(format('(%s, %L, %s, %s, %s)', s.project_id, 'contract', s.contract_id, s.subject_id, s.amount)) from (
      select project_id, contract_id, subject_id, tg_argv[0]::integer * sum(pay_amount) as amount
      from changed where contract_id is not null
      group by project_id, contract_id, subject_id having sum(pay_amount) <> 0 or bool_or(instalment_id is not null)) s));
  return null;
end $$;

-- of move_contract_lines d49f0107af89dc4e11d98259861c33cd
create or replace function move_contract_lines() returns trigger language plpgsql as $$
begin
  perform append_contract_changes((
    select array_agg(format('(%s, %L, %s, %s, %s)', s.project_id, 'contract', s.contract_id, s.subject_id, s.amount)) from (
      select project_id, contract_id, subject_id, sum(amount) as amount
      from (
        select project_id, contract_id, subject_id, -pay_amount as amount, instalment_id from before where contract_id is not null
        union all
        select project_id, contract_id, subject_id, pay_amount, instalment_id from after where contract_id is not null) l
      group by project_id, contract_id, subject_id having sum(amount) <> 0 or bool_or(instalment_id is not null)) s));
  return null;
end $$;

-- of note_commitments c270d3b8c81a4d568f33422d02bb951e
create or replace function note_commitments() returns trigger language plpgsql as $$
declare
  project bigint;
  contracts bigint[];
begin
  for project, contracts in select c.project_id, array_agg(distinct c.contract_id) from changed c group by 1 loop
    perform append_commitment_changes(project, contracts);
  end loop;
  return null;
end $$;

-- of note_contracts 708e03feb2e6f44021ad3450af48930f
create or replace function note_contracts() returns trigger language plpgsql as $$
declare
  project bigint;
  contracts bigint[];
begin
  for project, contracts in select c.project_id, array_agg(c.id) from changed c group by 1 loop
    perform append_commitment_changes(project, contracts);
  end loop;
  return null;
end $$;

-- of note_instalments 81fcc204a414f1340d650791c5e55626
create or replace function note_instalments() returns trigger language plpgsql as $$
declare
  project bigint;
  contracts bigint[];
begin
  for project, contracts in
    select c.project_id, array_agg(distinct c.contract_id) from changed c where c.contract_id is not null group by 1
  loop
    perform append_instalment_changes(project, contracts);
  end loop;
  return null;
end $$;

-- of note_planned_contracts 3b8dba610a35d589a2f93b728a5e53fb
create or replace function note_planned_contracts() returns trigger language plpgsql as $$
declare
  project bigint;
  contracts bigint[];
begin
  for project, contracts in select c.project_id, array_agg(c.id) from changed c group by 1 loop
    perform append_instalment_changes(project, contracts);
  end loop;
  return null;
end $$;

-- of append_missing_changes e56ec7fe278f3301959d5620d61f1873
-- A thousand ranges with a statement.
create or replace function append_missing_changes(project bigint, what text, ids bigint[]) returns void language plpgsql as $$
declare
  ranges text[];
begin
  select array_agg(format('(%s, %L, %s, %s)', project, what, r.first_id, r.last_id)) into ranges from (
    select min(n.id) as first_id, max(n.id) as last_id from (
      select u.id, u.id - row_number() over (order by u.id) as run from (select distinct i.id from unnest(ids) i (id)) u) n
    group by n.run) r;
  for part in 1 .. coalesce(array_length(ranges, 1), 0) by 1000 loop
    execute 'insert into missing_changes (project_id, kind, first_id, last_id) values '
      || array_to_string(ranges[part : part + 999], ', ');
  end loop;
end $$;

-- of note_missing_payments 80b20e6bc070bfd86f5da0873785ae36
create or replace function note_missing_payments() returns trigger language plpgsql as $$
declare
  project bigint;
  payments bigint[];
begin
  for project, payments in select c.project_id, array_agg(distinct c.payment_id) from changed c group by 1 loop
    perform append_missing_changes(project, 'payment', payments);
  end loop;
  return null;
end $$;

-- of note_missing_headers 15e5d58e2839293cb165ab54012e9ba7
create or replace function note_missing_headers() returns trigger language plpgsql as $$
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

-- of note_missing 736ffeb7574ed2553a4b4249c95d553d
create or replace function note_missing() returns trigger language plpgsql as $$
declare
  project bigint;
  ids bigint[];
begin
  for project, ids in execute format('select c.project_id, array_agg(distinct c.%I) from changed c group by 1', tg_argv[1]) loop
    perform append_missing_changes(project, tg_argv[0], ids);
  end loop;
  return null;
end $$;

-- of move_missing 9ff4a512653e8a7a7bebd47ef30cf375
create or replace function move_missing() returns trigger language plpgsql as $$
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

-- of note_petty_cash f970cd0f9095bbb9115a438f89acf61f
create or replace function note_petty_cash() returns trigger language plpgsql as $$
begin
  perform append_sum_changes((
    select array_agg(sum_change(s.project_id, s.dimension, s.voucher, s.key, s.payer, s.amount, s.entries)) from (
      select e.project_id,
        case when grouping(e.subject_id) = 0 then 'petty_cash_subject' when grouping(e.payer) = 0 then 'petty_cash_payer' else 'petty_cash' end
          as dimension,
        coalesce(e.voucher, -1) as voucher, coalesce(e.subject_id, 0) as key, coalesce(e.payer, '') as payer,
        tg_argv[0]::integer * sum(e.pay_amount) as amount,
        case when grouping(e.subject_id, e.payer) = 3 then tg_argv[0]::integer * count(*) else 0 end as entries
      from (
        select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint) as voucher, pay_amount from changed) e
      group by e.project_id, cube (e.voucher), grouping sets ((e.subject_id), (e.payer), ())
      having sum(e.pay_amount) <> 0 or grouping(e.subject_id, e.payer) = 3
      union all
      select project_id, 'petty_cash_open', -1, subject_id, '', tg_argv[0]::integer * sum(pay_amount), 0
      from changed where write_off_id is null
      group by project_id, subject_id having sum(pay_amount) <> 0) s));
  return null;
end $$;

-- of move_petty_cash e5775c96fc2e49363fcb5cafd49ce5dd
create or replace function move_petty_cash() returns trigger language plpgsql as $$
begin
  perform append_sum_changes((
    select array_agg(sum_change(s.project_id, s.dimension, s.voucher, s.key, s.payer, s.amount, s.entries)) from (
      select e.project_id,
        case when grouping(e.subject_id) = 0 then 'petty_cash_subject' when grouping(e.payer) = 0 then 'petty_cash_payer' else 'petty_cash' end
          as dimension,
        coalesce(e.voucher, -1) as voucher, coalesce(e.subject_id, 0) as key, coalesce(e.payer, '') as payer, sum(e.amount) as amount,
        case when grouping(e.subject_id, e.payer) = 3 then sum(e.sign) else 0 end as entries
      from (
        select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint) as voucher, -pay_amount as amount, -1 as sign
        from before
        union all
        select project_id, subject_id, payer, coalesce(voucher_category, 0::smallint), pay_amount, 1 from after) e
      group by e.project_id, cube (e.voucher), grouping sets ((e.subject_id), (e.payer), ())
      having sum(e.amount) <> 0 or (grouping(e.subject_id, e.payer) = 3 and sum(e.sign) <> 0)
      union all
      select project_id, 'petty_cash_open', -1, subject_id, '', sum(amount), 0
      from (
        select project_id, subject_id, -pay_amount as amount from before where write_off_id is null
        union all
        select project_id, subject_id, pay_amount from after where write_off_id is null) e
      group by project_id, subject_id having sum(amount) <> 0) s));
  return null;
end $$;

-- of note_cost_budgets 6a9484630441665ba4c71a1cf0556f7d
create or replace function note_cost_budgets() returns trigger language plpgsql as $$
begin
  perform append_sum_changes((
    select array_agg(sum_change(s.project_id, 'cost_budget', -1, s.subject_id, '', s.amount, 0)) from (
      select project_id, subject_id, tg_argv[0]::integer * sum(amount) as amount
      from changed group by project_id, subject_id having sum(amount) <> 0) s));
  return null;
end $$;

-- of move_cost_budgets 3d79bb48c960ae3bfc7d8bec6b996fbd
create or replace function move_cost_budgets() returns trigger language plpgsql as $$
begin
  perform append_sum_changes((
    select array_agg(sum_change(s.project_id, 'cost_budget', -1, s.subject_id, '', s.amount, 0)) from (
      select project_id, subject_id, sum(amount) as amount
      from (
        select project_id, subject_id, -amount as amount from before
        union all
        select project_id, subject_id, amount from after) b
      group by project_id, subject_id having sum(amount) <> 0) s));
  return null;
end $$;
