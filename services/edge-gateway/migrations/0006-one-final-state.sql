-- A final state never changes. `provisional` is not read and not written any more; it stays, so that replicas of the former
-- version can run beside the new ones, and what failed provisionally stays as it is: failed.
alter table jobs
  -- What a worker said that has no answer, while the answer of another one may still come: reason, counts and times.
  add column interim_failure jsonb,
  -- SHA-256 of the sealed message that brought the final state; null: the deadline did.
  add column finished_by bytea,
  -- When a result came after the final state. It is recorded once and changes nothing.
  add column late_at timestamptz;
