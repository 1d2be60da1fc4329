-- A deleted line took its links along silently, and `attachments.unlinked_at` stayed empty. Without the cascade a line with links is not deleted:
-- whoever deletes lines deletes their links first, and so knows which files to mark.
alter table cost_execution_detail_attachments
  drop constraint cost_execution_detail_attachments_project_id_detail_id_fkey;
alter table cost_execution_detail_attachments
  add constraint cost_execution_detail_attachments_detail foreign key (project_id, detail_id) references cost_execution_details;
