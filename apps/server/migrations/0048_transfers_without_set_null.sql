-- Compatible from 0047.
-- Citus refuses `on delete set null` in a table that it distributes, so the program frees the rows of a payment before it deletes it
-- (modules/cost-executions/remove.ts).

alter table transfer_batch_payments drop constraint transfer_batch_payments_project_id_cost_execution_id_fkey;
alter table transfer_batch_payments add constraint transfer_batch_payments_payment
  foreign key (project_id, cost_execution_id) references cost_executions (project_id, id);
