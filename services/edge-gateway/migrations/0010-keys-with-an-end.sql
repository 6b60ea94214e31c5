-- The end of a replaced key's grace; `revoked_at` ends a key at once. A replica of the former version knows only
-- `revoked_at`: until it has been replaced it may accept a key after its grace, and never one that was revoked.
alter table api_keys add column expires_at timestamptz;
create index api_keys_expiring on api_keys (expires_at) where expires_at is not null;

-- A revoked key's jobs, and all of a deleted customer's.
create index jobs_customer_key on jobs (customer_id, key_id);

grant update (expires_at) on api_keys to gateway_app;
