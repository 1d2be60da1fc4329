-- Compatible from 0044.
-- Notices for one person each: what waits for them, and what became of what they asked. They are kept 90 days.

create table notifications (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  user_id bigint not null references users,
  -- The project that the notice is about: who may not enter it any more does not see the notice.
  project_id bigint references projects,
  kind text not null check (kind <> ''),
  title text not null check (title <> ''),
  text text not null,
  -- The page that shows what the notice is about, with its query, without the project.
  path text not null check (path like '/%'),
  -- What the notice is about, for the server: who settles it marks all notices of it that wait as read.
  about text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_waiting on notifications (company_id, about) where read_at is null and kind = 'waiting';
create index notifications_company on notifications (company_id);
create index notifications_project on notifications (project_id) where project_id is not null;
create index notifications_created on notifications (created_at);

alter table notifications alter column project_id set statistics 0;
