-- What is left of instalments by payee. A program of before would keep rows without the contract's payee, so none works beside this.

-- 0: the contract names no payee. A merge of payees updates contracts, which the queue of 0044 notes.
alter table instalment_rests add column payee_id bigint not null default 0;
update instalment_rests r set payee_id = k.payee_id
from contracts k where k.project_id = r.project_id and k.id = r.contract_id and k.payee_id is not null;
-- Contracts without a payee go by their party's text, those with one by it alone (modules/payables/filters.ts has the same expression).
create index instalment_rests_by_payee on instalment_rests
  (project_id, incoming, payee_id, (case when payee_id = 0 then customer else '' end), due_at, instalment_id);
