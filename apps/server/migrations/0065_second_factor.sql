-- Two-step verification. Without "Compatible from", as servers of before would sign people in without asking for a code.

-- Of whom the company requires it: of nobody, of those who may approve payments, of all.
alter table companies add column second_factor text not null default 'none' check (second_factor in ('none', 'approvers', 'all'));

-- An account with a row is asked for a code of its authenticator app at login.
create table second_factors (
  user_id bigint primary key references users,
  -- The app's key in base32. Not encrypted: the installation's secret is in no backup, and a restored company must be able to sign in.
  secret text not null,
  -- The 30 seconds, counted from 1970, of the last code that was accepted: none is accepted twice.
  last_step bigint not null,
  created_at timestamptz not null
);

-- Each makes up for a code of the app once, when its row is deleted.
create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- What the right password of an account with a second factor is answered with: makes a session with a code.
create table login_challenges (
  token_hash bytea primary key,
  user_id bigint not null references users,
  expires_at timestamptz not null
);
create index login_challenges_user on login_challenges (user_id);
create index login_challenges_expiry on login_challenges (expires_at);

alter table sessions
  -- When a code was given in this session last.
  add column second_factor_at timestamptz,
  -- The key that was shown in this session, and is not confirmed yet.
  add column offered_secret text;

alter table attempts drop constraint attempts_kind_check,
  add constraint attempts_kind_check check (kind in ('password', 'old_password', 'login', 'captcha', 'second_factor'));
