-- The key under which the audit log names this customer, sealed under the gateway's data key. Deleting the row destroys it:
-- the customer's events are then nobody's. Null: a customer of an earlier version, who gets one with the next use of a key.
alter table customers add column subject_key_sealed bytea;

-- The only way to add one later: a key that a customer has is never replaced, or earlier events would be lost to them.
create function keep_subject_key(customer text, sealed bytea) returns bytea
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.customers set subject_key_sealed = coalesce(subject_key_sealed, sealed)
  where customer_id = customer
  returning subject_key_sealed
$$;
revoke all on function keep_subject_key(text, bytea) from public;
grant execute on function keep_subject_key(text, bytea) to gateway_app;
