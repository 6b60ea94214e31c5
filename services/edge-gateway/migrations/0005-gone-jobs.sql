-- `gone`: the customer has deleted the job, or has been told that it was never admitted. Such a row holds no job, only its
-- id: an admission whose answer was lost is repeated, and must not bring the job (back) to life. It goes when the
-- deadline has passed, after which nothing is repeated.
alter table jobs drop constraint jobs_state_check;
alter table jobs add constraint jobs_state_check
  check (state in ('admitted', 'completed', 'failed', 'gone'));
create index jobs_gone on jobs (deadline_at) where state = 'gone';
