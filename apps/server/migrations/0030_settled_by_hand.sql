-- A payment that paid no order is dealt with by the operator (order:payments --done): since when, and what was done.
alter table order_payments
  add column done_at timestamptz,
  add column done_note text not null default '',
  add constraint order_payments_done_kept check (done_at is null or kept_reason is not null);

drop index order_payments_kept;
create index order_payments_kept on order_payments (received_at desc, id desc) where kept_reason is not null and done_at is null;
