-- Which replica brings an event to the log: until then it is that one's. Both outboxes work the same way.
alter table event_outbox add column leased_until timestamptz not null default '-infinity';
