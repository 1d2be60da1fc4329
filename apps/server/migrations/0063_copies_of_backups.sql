-- Compatible from 0060.
-- The copy of a backup that restic keeps off-site.
alter table backups
  -- Renewed twice a minute by the process that makes the backup or its copy: an old time without an end tells that it was killed.
  add column alive_at timestamptz,
  add column copy_started_at timestamptz,
  -- When it was read back without a fault.
  add column copied_at timestamptz,
  -- What failed, also after that: the removal of older copies. Empty: nothing.
  add column copy_failure text not null default '';
