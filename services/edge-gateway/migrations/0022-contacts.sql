-- Messages from the contact form of the website, with name and address, sealed under the gateway's data key. Kept for 90
-- days, or until an administrator deletes them.
create table contacts (
  contact_id text primary key check (contact_id ~ '^con_[0-9a-f]{32}$'),
  content_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index contacts_created on contacts (created_at, contact_id);

grant select, insert, delete on contacts to gateway_app;
