-- Compatible from 0053.
-- Two characters in the midst of a payee's name have no trigram, so a search for them read all payees of the company. Their index has every two
-- neighbouring characters of a text as one element; pairs with a blank are left out, as no keyword has one.

-- The planner takes a function of `cost 1000` for expensive, so it looks the pair up in the index and does not call the function for every payee.
create function character_pairs(content text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array(select distinct pair from generate_series(1, length(content) - 1) at, substr(content, at, 2) pair where position(' ' in pair) = 0);
end $$;

create index payees_pairs on payees using gin (company_id, character_pairs(search)) where merged_into_id is null;
