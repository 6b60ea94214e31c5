-- Certificates that the signer signed together: its signature, the leaves of the tree, and the claims' batches. No data of a
-- customer or a call.
create table certificate_batches (
  batch_id uuid primary key,
  signed bytea not null,
  -- What the log names of the batch, and the event that names it.
  batch_sha256 text not null check (batch_sha256 ~ '^[0-9a-f]{64}$'),
  event_id uuid not null,
  -- The proof that the log has it: sealed under the gateway's data key, null until the log has given it.
  evidence bytea,
  -- Kept for CERTIFICATE_DAYS from then on.
  created_at timestamptz not null default now(),
  leased_until timestamptz not null default '-infinity'
);
create index certificate_batches_without_evidence on certificate_batches (created_at) where evidence is null;
create index certificate_batches_created on certificate_batches (created_at);
alter table certificate_batches
  alter column signed set storage external,
  alter column evidence set storage external;

-- A call's facts and claims are stored once, when it ends: sealed under the gateway's data key. What signs them is in the batch.
alter table certificates
  add column record bytea,
  add column batch_id uuid,
  -- The indexes of the certificate's leaf, and of each claim in the batch of its component.
  add column place smallint[],
  add check ((batch_id is null) = (place is null)),
  add check (num_nonnulls(batch_id, refused, certificate) <= 1),
  add check (num_nonnulls(pending, certificate, refused, record) = 1),
  drop constraint certificates_check;
alter table certificates alter column record set storage external;
create index certificates_waiting on certificates (created_at) where record is not null and batch_id is null;
grant select, insert, update, delete on certificate_batches to gateway_app;
