-- Compatible from 0044.
-- Payment requests and who decides on them. A request is no payment: the last approval saves its body as one.

-- `bands`: [{ "from": fen as text, "steps": [[code of a role or person]] }], by amount.
create table approval_rules (
  project_id bigint primary key references projects,
  is_on boolean not null,
  self_approve boolean not null,
  bands jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null
);

-- Who stands in for a person, both days included.
create table approval_deputies (
  project_id bigint not null references projects,
  user_id bigint not null references users,
  deputy_id bigint not null references users,
  start_at date not null,
  end_at date not null,
  created_at timestamptz not null,
  primary key (project_id, user_id),
  check (user_id <> deputy_id and start_at <= end_at)
);
create index approval_deputies_deputy on approval_deputies (project_id, deputy_id);

-- `body`: of the payment, as the API takes it. `sent_back`: the body as it was when it was last rejected or withdrawn. `steps`: [{ "codes", "names" }]
-- as of the submission; `step`: the one that it waits for, from 1, and 0 for none; `waits`: its codes; `blocked`: who must not take it. `total`, `payer`,
-- `pay_at`, `summary` and `payee_id` repeat the body, for lists. `payee_id` has no foreign key, as that of payments.
create table payment_requests (
  project_id bigint not null references projects,
  id bigint generated always as identity,
  code text not null,
  state text not null check (state in ('draft', 'pending', 'approved', 'rejected', 'withdrawn')),
  body jsonb not null,
  sent_back jsonb,
  total bigint not null check (total between -999999999999999 and 999999999999999),
  pay_at date not null,
  payer text not null,
  summary text not null,
  payee_id bigint,
  steps jsonb not null,
  step smallint not null default 0,
  waits text[] not null default '{}',
  blocked bigint[] not null default '{}',
  cost_execution_id bigint,
  -- Stays when the payment is deleted.
  payment_code text not null default '',
  creator_id bigint not null references users,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  primary key (project_id, id),
  constraint payment_requests_code unique (project_id, code),
  constraint payment_requests_payment foreign key (project_id, cost_execution_id) references cost_executions (project_id, id),
  check ((state = 'pending') = (step > 0)),
  check ((state = 'approved') = (payment_code <> ''))
);
create index payment_requests_pending on payment_requests (project_id, id desc) where state = 'pending';
create index payment_requests_creator on payment_requests (project_id, creator_id, id desc);
-- For the count of what was sent back to its author.
create index payment_requests_rejected on payment_requests (project_id, creator_id) where state = 'rejected';
create unique index payment_requests_booked on payment_requests (project_id, cost_execution_id) where cost_execution_id is not null;
create index payment_requests_payee on payment_requests (project_id, payee_id, total) where payee_id is not null;

create table payment_request_acts (
  project_id bigint not null,
  id bigint generated always as identity,
  request_id bigint not null,
  step smallint not null,
  act text not null check (act in ('submit', 'approve', 'reject', 'withdraw')),
  user_id bigint not null references users,
  -- Who was away, and for whom the deputy acted.
  for_id bigint references users,
  reason text not null default '',
  at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, request_id) references payment_requests (project_id, id) on delete cascade
);
create index payment_request_acts_request on payment_request_acts (project_id, request_id, id);
create index payment_request_acts_user on payment_request_acts (project_id, user_id, id desc);

create table payment_request_attachments (
  project_id bigint not null,
  request_id bigint not null,
  attachment_id bigint not null,
  position smallint not null,
  primary key (project_id, request_id, attachment_id),
  foreign key (project_id, request_id) references payment_requests (project_id, id),
  foreign key (project_id, attachment_id) references attachments
);
create index payment_request_attachments_file on payment_request_attachments (project_id, attachment_id);

-- As 0008 says.
alter table approval_rules alter column project_id set statistics 0;
alter table approval_deputies alter column project_id set statistics 0;
alter table payment_requests alter column project_id set statistics 0;
alter table payment_request_acts alter column project_id set statistics 0;
alter table payment_request_attachments alter column project_id set statistics 0;
