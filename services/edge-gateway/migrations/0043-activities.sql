-- Which processing activities a customer has named. The name contains no personal data: it was scanned. Kept until the
-- account is deleted.
create table activities (
  customer_id text not null references customers on delete cascade,
  activity_id text not null check (activity_id ~ '^[A-Za-z0-9._-]{1,64}$'),
  created_at timestamptz not null default now(),
  primary key (customer_id, activity_id)
);

-- Numbers of calls, of replaced values by type, of calls by key and by provider: by the hour for 90 days, then by the day for
-- 24 months. No value, no text. Deleted with the account.
create table call_tallies (
  customer_id text not null references customers on delete cascade,
  -- Empty: calls without an activity.
  activity_id text not null,
  span text not null check (span in ('hour', 'day')),
  -- The start of the hour or of the day, in UTC.
  since timestamptz not null,
  kind text not null check (kind in ('calls', 'found', 'key', 'provider')),
  name text not null,
  count bigint not null check (count >= 0),
  primary key (customer_id, span, since, activity_id, kind, name)
);
create index call_tallies_since on call_tallies (span, since);

grant select, insert, update, delete on activities, call_tallies to gateway_app;
