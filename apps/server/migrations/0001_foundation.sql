-- Companies, people, sessions, audit, idempotency: what every module stands on.

create extension if not exists pg_trgm;

create table companies (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  -- The quota is what was granted by the operator plus what paid orders bought.
  granted_count integer not null default 0 check (granted_count >= 0),
  buy_count integer not null default 0 check (buy_count >= 0),
  -- Every project ever created, archived and deleted ones included. Raised in the transaction that creates one.
  exists_count integer not null default 0,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  constraint companies_quota check (exists_count <= granted_count + buy_count)
);

create table roles (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  name text not null,
  description text not null default '',
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, name)
);

create table role_permissions (
  role_id bigint not null references roles on delete cascade,
  model text not null,
  code text not null unique,
  actions text[] not null,
  primary key (role_id, model)
);

create table users (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  name text not null,
  post text not null default '',
  phone text not null,
  password_hash text not null,
  must_change_password boolean not null default true,
  disabled boolean not null default false,
  is_super boolean not null default false,
  role_id bigint references roles,
  preferences jsonb not null default '{}',
  creator_id bigint references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- The name of a deleted person stays on their records; the phone is free again.
  deleted_at timestamptz
);
create unique index users_phone on users (phone) where deleted_at is null;
create unique index users_one_super on users (company_id) where is_super and deleted_at is null;
create index users_role on users (role_id);

create table projects (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  name text not null,
  director text not null default '',
  main_character text not null default '',
  description text not null default '',
  start_date_at date,
  end_date_at date,
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- The same day three years on; the project is read-only from the day after.
  expire_at date not null,
  archive_at timestamptz,
  deleted_at timestamptz,
  check (end_date_at >= start_date_at)
);
create index projects_company on projects (company_id, id desc) where deleted_at is null;

create table project_members (
  project_id bigint not null references projects,
  user_id bigint not null references users,
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

-- Running numbers, taken in a short transaction of their own so that a long import never blocks a colleague.
create table project_numbers (
  project_id bigint not null references projects,
  kind text not null,
  value bigint not null,
  primary key (project_id, kind)
);

create table sessions (
  id bigint generated always as identity primary key,
  code text not null unique,
  token_hash bytea not null unique,
  user_id bigint not null references users,
  project_id bigint references projects,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  address text not null default '',
  agent text not null default '',
  ended_at timestamptz,
  -- 'logout' answers 401, 'ended' (password, disabling, deletion, transfer) answers 50012.
  end_reason text check (end_reason in ('logout', 'ended'))
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table captchas (
  token_hash bytea primary key,
  answer text not null,
  expires_at timestamptz not null
);
create index captchas_expiry on captchas (expires_at);

-- Failed logins and captcha requests, counted for an account or an address.
create table attempts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('password', 'old_password', 'login', 'captcha')),
  subject text not null,
  at timestamptz not null
);
create index attempts_subject on attempts (kind, subject, at);

create table idempotency_keys (
  user_id bigint not null references users,
  key text not null,
  route text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table audit_logs (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  project_id bigint references projects,
  created_at timestamptz not null,
  user_id bigint references users,
  user_name text not null,
  action text not null,
  resource text not null,
  code text not null,
  label text not null,
  address text not null,
  request_id text not null,
  before jsonb,
  after jsonb
);
create index audit_logs_company on audit_logs (company_id, id desc);

-- Append only, also for our own code.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end $$;
create trigger audit_logs_append_only before update or delete on audit_logs
  for each row execute function refuse_change();
