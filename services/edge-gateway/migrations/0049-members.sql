-- People who have signed in with an identity provider. Who they are is sealed under the gateway's data key. Kept until an owner
-- removes them, a sign-in finds that their groups do not match any more, or the customer is deleted.
create table members (
  member_id text primary key,
  customer_id text not null references customers on delete cascade,
  -- HMAC of issuer and subject under the pepper of that version: one row for each person.
  person_hmac bytea not null unique,
  pepper_version integer not null,
  person_sealed bytea not null,
  role text not null check (role in ('owner', 'key_manager', 'member', 'auditor')),
  created_at timestamptz not null,
  signed_in_at timestamptz not null
);
create index members_customer on members (customer_id);

-- The member who started the session, whose role it has. Null: a key or a password started it, and its role is owner.
alter table sessions add column member_id text references members on delete cascade;
create index sessions_member on sessions (member_id);

-- A key that someone made who may manage keys, but not the account: it reads and calls, and starts no session.
alter table api_keys add column calls_only boolean not null default false;

grant select, insert, update, delete on members to gateway_app;
