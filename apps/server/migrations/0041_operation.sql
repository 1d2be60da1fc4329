-- Compatible from 0040.
-- What the page 系统状态 and `admin status` tell the operator.
create table backups (
  id bigint generated always as identity primary key,
  -- all: rows and files; rows: the embedded database's own, without files.
  content text not null check (content in ('all', 'rows')),
  target text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- The time in the archive's manifest, by which `backup:verify` finds this row.
  made_at timestamptz,
  row_count bigint,
  file_count bigint,
  lacking int4,
  byte_count bigint,
  failure text not null default '',
  verified_at timestamptz,
  -- Empty: nothing was wrong.
  verified text not null default ''
);
create index backups_started on backups (started_at desc);

-- One row a day, for the growth.
create table sizes (
  day date primary key,
  database_bytes bigint not null,
  file_bytes bigint not null,
  file_count bigint not null
);

alter table jobs add column failure text not null default '';

-- The log can be deleted with its company alone (`admin company:delete`), in a transaction that names it.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.company_id::text = current_setting('pianzhang.deleting_company', true) then
    return old;
  end if;
  raise exception '% is append only', tg_table_name;
end $$;
