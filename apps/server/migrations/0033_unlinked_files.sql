-- Compatible from 0026.
-- The hourly clean-up read every file older than a week, as a linked one has no `unlinked_at`, either. Now a file without links has one from its
-- upload on (also if a program of before uploads it), and a link empties it.
alter table attachments alter column unlinked_at set default now();

update attachments a set unlinked_at = a.created_at
where a.unlinked_at is null and a.storage_key <> ''
  and not exists (select 1 from contract_attachments l where l.project_id = a.project_id and l.attachment_id = a.id)
  and not exists (select 1 from cost_execution_detail_attachments l where l.project_id = a.project_id and l.attachment_id = a.id)
  and not exists (select 1 from imprest_attachments l where l.project_id = a.project_id and l.attachment_id = a.id)
  and not exists (select 1 from invoice_files l where l.project_id = a.project_id and l.attachment_id = a.id);

create index attachments_unlinked on attachments (project_id, unlinked_at) where unlinked_at is not null and storage_key <> '';
