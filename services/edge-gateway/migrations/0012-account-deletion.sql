-- Calls of deleted customers, without whose they were. Kept for 24 months.
create table usage_of_deleted (
  -- The month's first day.
  month date not null check (extract(day from month) = 1),
  class text not null check (class in ('standard', 'developer')),
  used bigint not null check (used >= 0),
  primary key (month, class)
);

-- What a deleted customer has used in this month, under an HMAC of the address: a new registration of the address begins
-- with it, so that a deletion brings no second quota. Goes with that registration, or with the month.
create table email_tombstones (
  email_hmac bytea not null,
  month date not null check (extract(day from month) = 1),
  standard_used integer not null check (standard_used >= 0),
  developer_used integer not null check (developer_used >= 0),
  primary key (email_hmac, month)
);

-- The only way in which the service can delete a customer: with all that refers to it (keys, lists, provider key, jobs, usage)
-- and, with the last customer, the organization and its scope key. Other secrets of a customer belong into `customers`, or
-- into a table that refers to it with "on delete cascade".
create function delete_customer(customer text, tombstone bytea, event jsonb)
returns table (cancelled_jobs bigint, organisation_deleted boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'utc')::date;
  organisation text;
begin
  -- An admission locks the usage first and the customer at its end: in the same order they never wait for each other.
  perform from public.usage_monthly u where u.customer_id = customer for update;
  select c.org_id into organisation from public.customers c where c.customer_id = customer for update;
  if not found then return; end if;
  perform from public.organisations o where o.org_id = organisation for update;

  insert into public.usage_of_deleted as d (month, class, used)
  select u.month, u.class, u.used from public.usage_monthly u where u.customer_id = customer
  on conflict (month, class) do update set used = d.used + excluded.used;

  insert into public.email_tombstones as t (email_hmac, month, standard_used, developer_used)
  select tombstone, this_month, coalesce(sum(u.used) filter (where u.class = 'standard'), 0),
    coalesce(sum(u.used) filter (where u.class = 'developer'), 0)
  from public.usage_monthly u where u.customer_id = customer and u.month = this_month
  having sum(u.used) > 0
  on conflict (email_hmac, month) do update set standard_used = greatest(t.standard_used, excluded.standard_used),
    developer_used = greatest(t.developer_used, excluded.developer_used);

  select count(*) into cancelled_jobs from public.jobs j where j.customer_id = customer and j.state = 'admitted';
  delete from public.customers c where c.customer_id = customer;
  delete from public.organisations o where o.org_id = organisation
    and not exists (select from public.customers c where c.org_id = organisation);
  organisation_deleted := found;
  insert into public.event_outbox (event_id, event) values ((event ->> 'event_id')::uuid, event);
  return next;
end
$$;
revoke all on function delete_customer(text, bytea, jsonb) from public;
grant execute on function delete_customer(text, bytea, jsonb) to gateway_app;

grant select, delete on usage_of_deleted, email_tombstones to gateway_app;
