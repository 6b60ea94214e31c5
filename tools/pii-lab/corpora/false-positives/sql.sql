-- The hash-chained log. Run by the owner role; the service runs as audit_app, which may read the tables and
-- call append_events, and nothing else.
CREATE SCHEMA audit;
REVOKE ALL ON SCHEMA audit FROM PUBLIC;

CREATE TABLE audit.events (
  -- Not a sequence: a rolled back insert would leave a gap that looks like a deletion.
  seq bigint PRIMARY KEY CHECK (seq > 0),
  event_id uuid NOT NULL UNIQUE,
  occurred_at timestamptz NOT NULL,
  event_type text NOT NULL CHECK (event_type ~ '^[A-Z][A-Z_]{2,63}$'),
  actor text NOT NULL CHECK (actor ~ '^(cus_[0-9a-f]{32,64}|token:[0-9a-f]{64}|system)$'),
  scope text NOT NULL CHECK (scope ~ '^[0-9a-f]{64}$'),
  request_id text CHECK (request_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  payload jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object'),
  -- The text that is hashed. The columns above are read out of it and must agree with it.
  canonical text NOT NULL,
  prev_hash bytea NOT NULL CHECK (length(prev_hash) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32)
);

-- Where the chain ends. Its row lock puts all appends, of all replicas, in one order.
CREATE TABLE audit.head (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  seq bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
) WITH (fillfactor = 10);
INSERT INTO audit.head (seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- Appends a JSON array of 1 to 256 canonical event texts in their order, skips those whose event_id is in
-- the log already, and returns how many it appended. All of them or, on any error, none.
--   hash = SHA-256(0x00 || prev_hash, 32 bytes || seq, 8 bytes big-endian || canonical, UTF-8)
-- The first event's prev_hash is 32 zero bytes.
CREATE FUNCTION audit.append_events(batch jsonb) RETURNS integer
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  leaf_prefix constant bytea := decode('00', 'hex');
  first_seq bigint;
  last_seq bigint;
  last_hash bytea;
  next_hash bytea;
  entry text;
  event jsonb;
BEGIN
  IF jsonb_array_length(batch) NOT BETWEEN 1 AND 256 THEN
    RAISE EXCEPTION 'a batch has 1 to 256 events' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT seq, hash INTO STRICT last_seq, last_hash FROM audit.head FOR UPDATE;
  first_seq := last_seq;
  FOR entry IN
    SELECT value FROM jsonb_array_elements_text(batch) WITH ORDINALITY ORDER BY ordinality
  LOOP
    event := entry::jsonb;
    next_hash := sha256(
      leaf_prefix || last_hash || int8send(last_seq + 1) || convert_to(entry, 'UTF8'));
    INSERT INTO audit.events (
      seq, event_id, occurred_at, event_type, actor, scope, request_id, payload,
      canonical, prev_hash, hash)
    VALUES (
      last_seq + 1, (event ->> 'event_id')::uuid, (event ->> 'occurred_at')::timestamptz,
      event ->> 'event_type', event ->> 'actor', event ->> 'scope', event ->> 'request_id',
      event -> 'payload', entry, last_hash, next_hash)
    ON CONFLICT (event_id) DO NOTHING;
    IF FOUND THEN
      last_seq := last_seq + 1;
      last_hash := next_hash;
    END IF;
  END LOOP;
  IF last_seq > first_seq THEN
    UPDATE audit.head SET seq = last_seq, hash = last_hash;
  END IF;
  RETURN last_seq - first_seq;
END
$$;

CREATE FUNCTION audit.refuse_change() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'VA001';
END
$$;

CREATE FUNCTION audit.refuse_step_back() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NEW.seq <= OLD.seq THEN
    RAISE EXCEPTION 'the head of the audit log moves forward only' USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE ON audit.events
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER events_are_not_emptied BEFORE TRUNCATE ON audit.events
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER head_moves_forward BEFORE UPDATE ON audit.head
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_step_back();
CREATE TRIGGER head_stays BEFORE DELETE ON audit.head
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER head_is_not_emptied BEFORE TRUNCATE ON audit.head
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

-- ALWAYS: a session in replica mode does not get past them either.
ALTER TABLE audit.events ENABLE ALWAYS TRIGGER events_stay;
ALTER TABLE audit.events ENABLE ALWAYS TRIGGER events_are_not_emptied;
ALTER TABLE audit.head ENABLE ALWAYS TRIGGER head_moves_forward;
ALTER TABLE audit.head ENABLE ALWAYS TRIGGER head_stays;
ALTER TABLE audit.head ENABLE ALWAYS TRIGGER head_is_not_emptied;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA audit FROM PUBLIC;
GRANT USAGE ON SCHEMA audit TO audit_app;
GRANT SELECT ON audit.events, audit.head TO audit_app;
GRANT EXECUTE ON FUNCTION audit.append_events(jsonb) TO audit_app;
-- Events that the gateway signed and the log cannot hold. The service may add to them and do nothing else,
-- not even read; the owner removes what somebody has looked into.
CREATE TABLE audit.refused_events (
  refusal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- Null when what came as an id is none.
  event_id uuid,
  reason text NOT NULL CHECK (reason IN ('form', 'text', 'log')),
  -- The gateway's key that opens the box, and in the box the event as it came.
  sealing_key_id text NOT NULL,
  box bytea NOT NULL
);

GRANT INSERT (event_id, reason, sealing_key_id, box) ON audit.refused_events TO audit_app;
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
-- One inference job. Nothing in it can be read by the database alone: the answer is sealed under the
-- gateway's data key, the re-link map under a key derived from the customer's API key.
create table jobs (
  job_id text primary key,
  customer_id text not null references customers on delete cascade,
  key_id text not null,
  request_id text not null,
  state text not null default 'admitted' check (state in ('admitted', 'completed', 'failed')),
  -- Ids, counts and times for the compliance trace; no value and no text of the customer's.
  facts jsonb not null,
  relink_map bytea,
  answer bytea,
  -- Failed for want of an answer: one that is still on its way takes the failure's place.
  provisional boolean not null default false,
  idempotency_lookup bytea,
  body_hash bytea,
  created_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  finished_at timestamptz
);
create unique index jobs_idempotency on jobs (customer_id, idempotency_lookup)
  where idempotency_lookup is not null;
create index jobs_unfinished on jobs (deadline_at) where state = 'admitted';

-- Sealed jobs on their way to the worker. A row goes when the transport has taken the job over, or with its
-- result: the table is small, and an index on the lease would cost more than it saves.
create table job_outbox (
  job_id text primary key references jobs on delete cascade,
  message text not null,
  -- Sends that may have been delivered, the one under way included.
  deliveries integer not null default 1,
  leased_until timestamptz not null,
  expires_at timestamptz not null
);

-- Audit events on their way to the log.
create table event_outbox (
  event_id uuid primary key,
  event jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  -- The log refused it for good: set aside for the operator, so that the others can pass.
  refused_at timestamptz
);
create index event_outbox_waiting on event_outbox (created_at) where refused_at is null;

grant select, insert, update, delete on jobs, job_outbox, event_outbox to gateway_app;
