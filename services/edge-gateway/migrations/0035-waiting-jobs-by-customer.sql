-- The oldest jobs of a customer that wait in the outbox, without a look at its others. The deadline is in it so that jobs
-- past theirs are passed over in the index.
create index jobs_waiting on jobs (customer_id, created_at, job_id, deadline_at) where state = 'admitted';
