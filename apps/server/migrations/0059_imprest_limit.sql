-- Compatible from 0054.
-- The largest detail of petty cash, in fen; null: none is too large. Larger ones are asked for as payments, while the rules are on.
alter table approval_rules add column imprest_limit bigint check (imprest_limit > 0);
