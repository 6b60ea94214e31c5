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
