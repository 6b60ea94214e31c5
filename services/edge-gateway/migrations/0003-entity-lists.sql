-- Customers' lists of known entities: boxes that only the sanitiser can open, bound to id and version. Kept until
-- the customer replaces or deletes them. Names, project words and account numbers stand nowhere else.
create table entity_lists (
  list_id text primary key check (list_id ~ '^lst_[0-9a-f]{32}$'),
  customer_id text not null references customers on delete cascade,
  version integer not null check (version >= 1),
  kind text not null check (kind in ('deny', 'allow')),
  entry_count integer not null check (entry_count >= 1),
  sealing_key_id text not null,
  box bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index entity_lists_customer on entity_lists (customer_id);

-- What the operator has set for a key: types, thresholds and bounds; no value. Null: the default, which no request
-- may loosen.
alter table api_keys add column entity_policy jsonb;

grant select, insert, delete on entity_lists to gateway_app;
grant update (version, kind, entry_count, sealing_key_id, box, updated_at) on entity_lists to gateway_app;
grant update (entity_policy) on api_keys to gateway_app;
