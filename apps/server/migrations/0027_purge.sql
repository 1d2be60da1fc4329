-- Compatible from 0026.
-- A deleted project is removed for good 30 days later, by the database's clock; its own row stays, as the quota counts it and the log names it.

-- Null: not deleted, or deleted by a program of before or restored from a backup, whose 30 days begin when the job first sees it.
alter table projects add column purge_after timestamptz;
-- Its rows and files are being removed: from here on it cannot be brought back.
alter table projects add column purging_at timestamptz;
alter table projects add column purged_at timestamptz;

-- Housekeeping: of all servers one at a time runs a job. The lease is renewed while it runs and runs out when its server is killed.
create table jobs (
  name text primary key,
  holder text,
  lease_until timestamptz,
  started_at timestamptz,
  -- When it last succeeded, and how often it has failed since.
  ended_at timestamptz,
  failures integer not null default 0
);
