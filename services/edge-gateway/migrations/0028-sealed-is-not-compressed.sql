-- What is sealed looks random: PostgreSQL compresses none of it, but tries it for each long value that a statement writes.
alter table certificates
  alter column pending set storage external,
  alter column certificate set storage external,
  alter column evidence set storage external,
  alter column openings set storage external,
  alter column openings_key_box set storage external;
alter table jobs
  alter column relink_map set storage external,
  alter column answer set storage external,
  alter column certificate_draft set storage external;
