-- Compatible from 0054.
-- When a password that must be changed at the first login ends; null, as a program of before leaves it: it has ended. The default passwords of before
-- were the last digits of the phone number, which colleagues know, so they end a week after the upgrade.
alter table users add column password_expires_at timestamptz;
update users set password_expires_at = now() + interval '7 days' where must_change_password;
