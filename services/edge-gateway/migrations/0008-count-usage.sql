-- Counts one call of a customer in this month, at most `quota` of them (null: without end), and returns how many there are
-- then; null: the quota is used up, and nothing was counted. Callers count with it in the statement that admits the call.
create function count_usage(customer text, usage_class text, quota bigint) returns bigint
language sql volatile as $$
  insert into usage_monthly as u (customer_id, month, class, used)
  select customer, date_trunc('month', now() at time zone 'utc')::date, usage_class, 1
  where quota is null or quota > 0
  on conflict (customer_id, month, class) do update set used = u.used + 1
    where quota is null or u.used < quota
  returning used
$$;
