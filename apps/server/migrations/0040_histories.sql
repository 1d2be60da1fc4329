-- Compatible from 0039.
-- The history of a payment and of a petty cash detail, as a contract has one since 0013: one index for the three, partial, so that entries of
-- other records do not write into it. It also finds the payments of a write-off that were deleted again.
create index audit_logs_records on audit_logs (project_id, code, id) where resource in ('contract', 'cost_execution', 'imprest');
drop index audit_logs_contract;

-- The details that a write-off still holds: the others of its history were taken back.
create index imprests_written_off on imprests (project_id, write_off_id) where write_off_id is not null;
