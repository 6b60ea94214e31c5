-- Passwords of customers who have one, as scrypt hashes in the PHC string format, which holds salt and parameters. Kept until
-- an administrator replaces or removes them; deleted with the customer.
create table customer_passwords (
  customer_id text primary key references customers on delete cascade,
  hash text not null,
  set_at timestamptz not null
);

-- Sessions of the portal. The cookie is stored nowhere, only its HMAC under the pepper of that version. Kept until the
-- session ends; an expired one until the customer's next login or the sweep.
create table sessions (
  session_hmac bytea primary key,
  pepper_version integer not null,
  customer_id text not null references customers on delete cascade,
  -- The key that started it, which ends it when it is revoked. Null: a password started it.
  key_id text references api_keys on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_customer on sessions (customer_id);
create index sessions_key on sessions (key_id);
create index sessions_expiry on sessions (expires_at);

grant select, insert, delete on customer_passwords, sessions to gateway_app;
grant update (hash, set_at) on customer_passwords to gateway_app;
