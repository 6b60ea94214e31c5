-- Requests of data subjects (Art. 12 to 20 of the GDPR). The value that names the person is sealed under the gateway's data key
-- while the request is open, and destroyed when it ends; the commitment proves what was requested to the one who has its opening.
-- Kept for 3 years after the end. When the customer is deleted, the rows lose their customer.
create table subject_requests (
  request_id text primary key check (request_id ~ '^dsr_[0-9a-f]{32}$'),
  customer_id text references customers on delete set null,
  type text not null check (type in ('access', 'portability', 'erasure')),
  subject text not null check (subject in ('customer', 'value')),
  status text not null check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
  refused_for text check (refused_for ~ '^[a-z_]{1,64}$'),
  extended_for text check (extended_for in ('complexity', 'number_of_requests')),
  submitted_at timestamptz not null,
  received_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  commitment text check (commitment ~ '^[0-9a-f]{64}$'),
  value_sealed bytea,
  check ((ended_at is not null) = (status in ('completed', 'cancelled'))),
  check (ended_at is null or value_sealed is null),
  check ((subject = 'value') = (commitment is not null))
);
create index subject_requests_customer on subject_requests (customer_id, received_at);
create index subject_requests_ended on subject_requests (ended_at) where ended_at is not null;

grant select, insert, delete on subject_requests to gateway_app;
grant update (status, refused_for, extended_for, due_at, ended_at, value_sealed) on subject_requests to gateway_app;

-- The same statement ends the customer's open requests: a request to erase the customer is completed by it, and no person can
-- be found for the others any more.
create function end_subject_requests() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.subject_requests r
  set status = case when r.subject = 'customer' and r.type = 'erasure' then 'completed' else 'cancelled' end,
    refused_for = case when r.subject = 'customer' and r.type = 'erasure' then null else 'no_match' end,
    ended_at = now(), value_sealed = null
  where r.customer_id = old.customer_id and r.ended_at is null;
  return old;
end
$$;
revoke all on function end_subject_requests() from public;
create trigger end_subject_requests before delete on customers
  for each row execute function end_subject_requests();
