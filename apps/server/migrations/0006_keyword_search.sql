-- A keyword of one or two Chinese characters has no trigram, and is what people search for. The characters of a row are an array, its
-- project one more element, so that a search meets rows of its own project alone; the rows found are asked for the keyword itself. Far
-- smaller than the trigrams of the same text, and quicker to write. Payment numbers need none: there is one of them to a payment.

-- PL/pgSQL, so that the planner sees its cost, and does not work it out for half a million rows where the index knows.
create function search_characters(project bigint, content text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array_append(string_to_array(lower(content), null), 'p' || project);
end $$;

drop index cost_executions_text;
create index cost_executions_characters on cost_executions
  using gin (search_characters(project_id, payer || ' ' || post || ' ' || summary));

drop index cost_execution_details_remark;
create index cost_execution_details_characters on cost_execution_details
  using gin (search_characters(project_id, remark)) where remark <> '';

-- The few rates that people typed beside the usual ones, for the list to choose from; the query repeats the condition word for word.
create index cost_execution_details_other_rates on cost_execution_details (project_id, face_tax_rate)
  where face_tax_rate not in ('13%', '9%', '6%', '5%', '3%', '1%', '0%', '免税', '不征税');
