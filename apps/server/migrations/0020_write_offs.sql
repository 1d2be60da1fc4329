-- Write-off of petty cash: which payment a detail was posted as. The primary key keeps a detail to one payment, the unique
-- constraint a payment to one detail. Not a column of the payments, as each row of an import would be checked for it.

create table imprest_payments (
  project_id bigint not null,
  imprest_id bigint not null,
  cost_execution_id bigint not null,
  primary key (project_id, imprest_id),
  constraint imprest_payments_payment unique (project_id, cost_execution_id),
  constraint imprest_payments_detail foreign key (project_id, imprest_id) references imprests,
  constraint imprest_payments_of_payment foreign key (project_id, cost_execution_id) references cost_executions
);

-- As 0008 says. The table is new, so nobody has spread it over servers yet.
alter table imprest_payments alter column project_id set statistics 0;
