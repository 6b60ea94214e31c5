-- More kinds of counts: requests by route, refused ones by code, and what models answered: calls and tokens, by model.
alter table call_tallies drop constraint call_tallies_kind_check;
alter table call_tallies add constraint call_tallies_kind_check check (
  kind in ('calls', 'found', 'key', 'provider', 'route', 'refused', 'model', 'input_tokens', 'output_tokens')
) not valid;
alter table call_tallies validate constraint call_tallies_kind_check;
