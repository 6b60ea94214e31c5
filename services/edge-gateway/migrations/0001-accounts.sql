-- Customers, their keys and their counters. A dump of it holds no key, no address and no company in clear.
grant usage on schema public to gateway_app;

create table organisations (
  org_id text primary key,
  -- Sealed under the gateway's data key. Destroying it makes the organisation's audit events anonymous.
  scope_key_sealed bytea not null,
  created_at timestamptz not null default now()
);

-- Kept until erasure by the customer or an administrator. Without `salt` and `email_lookup` the
-- customer id in immutable audit events is nobody's.
create table customers (
  customer_id text primary key check (customer_id ~ '^cus_[0-9a-f]{40}$'),
  org_id text not null references organisations,
  salt bytea not null,
  -- HMAC of the address under the pepper of that version.
  email_lookup bytea not null unique,
  email_lookup_version integer not null,
  email_sealed bytea not null,
  company_sealed bytea,
  tier text not null check (tier in ('free', 'pro', 'enterprise')),
  -- No provider key was given: the operator's is used. A change of tier does not change it.
  managed_ai boolean not null,
  licence_expires_at timestamptz,
  created_at timestamptz not null default now()
);
create index customers_org on customers (org_id);

-- Revoked keys are kept for 90 days.
create table api_keys (
  key_id text primary key check (key_id ~ '^[0-9A-Za-z]{8}$'),
  customer_id text not null references customers on delete cascade,
  family text not null check (family in ('svc', 'gw_live')),
  developer boolean not null default false,
  -- HMAC of the whole key under the pepper of that version; renewed when the key is used.
  key_hmac bytea not null,
  pepper_version integer not null,
  created_at timestamptz not null default now(),
  -- By the hour.
  last_used_at timestamptz,
  revoked_at timestamptz,
  check (not developer or family = 'gw_live')
);
create index api_keys_customer on api_keys (customer_id);
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;

-- Boxes that only the inference worker can open, bound to record and provider. Kept until the customer
-- replaces or deletes them.
create table provider_keys (
  record_id text primary key,
  customer_id text not null unique references customers on delete cascade,
  provider text not null,
  sealing_key_id text not null,
  box bytea not null,
  created_at timestamptz not null default now()
);

-- The issued key for who repeats a registration with a proof: each under a key that the proof yields.
-- Kept for 24 hours (Idempotency-Key), for the replay window, or as long as the provider key is stored.
create table registration_envelopes (
  customer_id text not null references customers on delete cascade,
  kind text not null check (kind in ('idempotency_key', 'provider_key', 'replay_window')),
  key_id text not null references api_keys on delete cascade,
  provider_record_id text references provider_keys on delete cascade,
  sealed_key bytea not null,
  uses_left integer check (uses_left >= 0),
  expires_at timestamptz,
  primary key (customer_id, kind),
  check ((kind = 'provider_key') = (provider_record_id is not null)),
  check ((kind = 'provider_key') = (expires_at is null))
);
create index registration_envelopes_key on registration_envelopes (key_id);
create index registration_envelopes_provider_key on registration_envelopes (provider_record_id);
create index registration_envelopes_expiry on registration_envelopes (expires_at);

-- Admitted requests by calendar month (UTC). Kept for 24 months.
create table usage_monthly (
  customer_id text not null references customers on delete cascade,
  -- The month's first day.
  month date not null check (extract(day from month) = 1),
  -- Developer keys are counted apart.
  class text not null check (class in ('standard', 'developer')),
  used integer not null default 0 check (used >= 0),
  primary key (customer_id, month, class)
);
create index usage_monthly_month on usage_monthly (month);

grant select, insert on organisations, customers to gateway_app;
grant update (tier, managed_ai, licence_expires_at) on customers to gateway_app;
grant select, insert, delete on api_keys, registration_envelopes, usage_monthly to gateway_app;
grant update (key_hmac, pepper_version, last_used_at, revoked_at) on api_keys to gateway_app;
grant update (uses_left) on registration_envelopes to gateway_app;
grant update (used) on usage_monthly to gateway_app;
grant select, insert, delete on provider_keys to gateway_app;
