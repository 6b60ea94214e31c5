-- How the job was counted, for the case that it is given back. Null: by an earlier version, which gives none back.
alter table jobs
  add column usage_class text,
  add column usage_month date;

-- Takes one call off the month that counted it. Callers do so in the statement that stores the call's final state. Does
-- nothing when the customer was deleted since.
create function give_back_usage(customer text, counted_as text, counted_in date) returns boolean
language sql volatile as $$
  update usage_monthly set used = used - 1
  where customer_id = customer and class = counted_as and month = counted_in and used > 0
  returning true
$$;
