-- Compatible from 0026.
-- What was uploaded as an invoice and never was one is voided: the row stays, but no list, sum or payment line takes it until it is restored.

alter table invoices add column voided_at timestamptz;
alter table invoices add column voider_id bigint;
alter table invoices add column void_reason text not null default '';
alter table invoices add constraint invoices_voided check (
  (voided_at is null) = (voider_id is null) and (voided_at is null) = (void_reason = ''));
