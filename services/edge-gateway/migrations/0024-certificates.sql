-- Isolation certificates, from the end of their call on.
create table certificates (
  request_id text primary key,
  customer_id text not null references customers on delete cascade,
  -- Facts and claims of an ended call that is not certified yet, and then its certificate: sealed under the gateway's data key.
  pending bytea,
  certificate bytea,
  -- The code with which the signer refused it.
  refused text check (refused ~ '^[a-z_]{1,64}$'),
  -- The seeds of the commitments' openings and the answer that was committed to. Their key is sealed under the caller's API
  -- key: nobody else can open them. Kept for OPENINGS_DAYS, and deleted with the job.
  openings_key_box bytea,
  openings bytea,
  -- The event that puts the certificate's hash into the log.
  event_id uuid,
  created_at timestamptz not null default now(),
  -- Kept for CERTIFICATE_DAYS from then on.
  decided_at timestamptz,
  -- Until then a replica is at work on it.
  leased_until timestamptz not null default '-infinity',
  check (num_nonnulls(pending, certificate, refused) = 1)
);
create index certificates_pending on certificates (created_at) where pending is not null;
create index certificates_with_openings on certificates (created_at) where openings is not null;
create index certificates_decided on certificates (decided_at) where decided_at is not null;
create index certificates_of_customer on certificates (customer_id);

-- What the certificate needs from the begin of its call: sealed under the gateway's data key, dropped when the call ends.
alter table jobs add column certificate_draft bytea;

grant select, insert, update, delete on certificates to gateway_app;
