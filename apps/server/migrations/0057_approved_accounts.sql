-- Compatible from 0054.
-- What was looked at is what is approved. `payee_version`: the version that a request got when its payee, or the payee's name or account, last changed
-- while it was pending; 0: never. Who looked at an earlier version is told why.
alter table payment_requests add column payee_version integer not null default 0;

-- The payee's account as it was approved: its last digits for people, its SHA-256 to compare. Null: of another act, or not known; '' without an account.
alter table payment_request_acts add column account_end text, add column account_digest text;
