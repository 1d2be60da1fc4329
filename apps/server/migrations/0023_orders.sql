-- Orders of more projects, and what was received for them.

create table orders (
  id bigint generated always as identity primary key,
  code text not null unique,
  company_id bigint not null references companies,
  creator_id bigint not null references users,
  -- 0 pending, 1 paid, 2 cancelled.
  status smallint not null default 0 check (status between 0 and 2),
  payment_type text not null check (payment_type in ('alipay', 'wechat_pay', 'transfer')),
  -- To be paid at the sandbox's cashier, which takes no money.
  sandbox boolean not null,
  project_quantity integer not null check (project_quantity between 1 and 100),
  -- Fen. The discount depends on what the company owned when it ordered.
  price bigint not null check (price > 0),
  discount_amount bigint not null check (discount_amount >= 0),
  amount bigint not null,
  owned_count integer not null,
  -- Of an online payment: the address of the QR code (of this server's cashier without the host), until when the provider takes it,
  -- and when the provider was last asked.
  qrcode_url text,
  qrcode_until timestamptz,
  asked_at timestamptz,
  -- Of a transfer: the account as it was configured then, and the code in the transfer's remark.
  collection_subject text,
  collection_bank_account text,
  collection_bank_name text,
  payment_code text unique,
  created_at timestamptz not null,
  paid_at timestamptz,
  cancelled_at timestamptz,
  check (amount = price * project_quantity - discount_amount and amount > 0),
  check ((paid_at is not null) = (status = 1) and (cancelled_at is not null) = (status = 2)),
  check (case payment_type when 'transfer'
    then payment_code is not null and collection_bank_account is not null and qrcode_url is null and not sandbox
    else payment_code is null and qrcode_url is not null end)
);
create index orders_company on orders (company_id, created_at desc, id desc);

-- Every payment received, once. One that did not pay an order has the reason, for the operator.
create table order_payments (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('alipay', 'wechat_pay', 'transfer', 'sandbox')),
  transaction_id text not null,
  -- As the provider named it; null in order_id: there is no such order.
  order_code text not null,
  order_id bigint references orders,
  amount bigint not null,
  paid_at timestamptz not null,
  received_at timestamptz not null,
  kept_reason text check (kept_reason in ('unknown', 'cancelled', 'amount', 'paid')),
  constraint order_payments_once unique (provider, transaction_id),
  check (kept_reason is not null or order_id is not null)
);
-- Whatever else happens, an order is paid by one payment.
create unique index order_payments_settled on order_payments (order_id) where kept_reason is null;
create index order_payments_order on order_payments (order_id);
create index order_payments_kept on order_payments (received_at desc, id desc) where kept_reason is not null;
