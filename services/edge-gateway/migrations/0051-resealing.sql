-- Boxes that the service may not change get the same content in a box of another data key, when the data key is rotated. The
-- caller names the box that it has opened: a box that has changed since is not replaced. Each returns a row if it replaced it.
create function reseal_scope_key(org text, old bytea, new bytea) returns setof boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.organisations set scope_key_sealed = new where org_id = org and scope_key_sealed = old returning true
$$;

create function reseal_subject_key(customer text, old bytea, new bytea) returns setof boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.customers set subject_key_sealed = new where customer_id = customer and subject_key_sealed = old returning true
$$;

create function reseal_contact(contact text, old bytea, new bytea) returns setof boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.contacts set content_sealed = new where contact_id = contact and content_sealed = old returning true
$$;

create function reseal_compliance_input(customer text, of_topic text, of_version integer, old bytea, new bytea)
returns setof boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.compliance_inputs set content_sealed = new
  where customer_id = customer and topic = of_topic and version = of_version and content_sealed = old returning true
$$;

revoke all on function reseal_scope_key(text, bytea, bytea), reseal_subject_key(text, bytea, bytea),
  reseal_contact(text, bytea, bytea), reseal_compliance_input(text, text, integer, bytea, bytea) from public;
grant execute on function reseal_scope_key(text, bytea, bytea), reseal_subject_key(text, bytea, bytea),
  reseal_contact(text, bytea, bytea), reseal_compliance_input(text, text, integer, bytea, bytea) to gateway_app;
