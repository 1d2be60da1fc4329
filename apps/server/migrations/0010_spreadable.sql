-- So that the project tables can be spread over servers by project_id (ARCHITECTURE.md, "Statements"): every unique constraint of them contains
-- it, and every condition on them can name it plainly.

-- A keyword had to hide the project from the planner (`project_id + 0 =`): any B-tree on project_id looks as if it would leave a two hundredth
-- of the rows (0008), and was read beside the index of characters. With the project as a column of that index, one index answers both
-- conditions and no other is added to it.
create extension if not exists btree_gin;

-- PL/pgSQL, so that the planner sees its cost, and does not work it out for half a million rows where the index knows.
create function search_characters(content text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return string_to_array(lower(content), null);
end $$;

-- CREATE INDEX lets others read, DROP INDEX does not, both until the commit: so the old ones go when the new ones are built.
create index cost_executions_characters_new on cost_executions
  using gin (project_id, search_characters(payer || ' ' || post || ' ' || summary));
create index cost_execution_details_characters_new on cost_execution_details
  using gin (project_id, search_characters(remark)) where remark <> '';

drop index cost_executions_characters;
drop index cost_execution_details_characters;
drop function search_characters(bigint, text);
alter index cost_executions_characters_new rename to cost_executions_characters;
alter index cost_execution_details_characters_new rename to cost_execution_details_characters;

alter table imports drop constraint imports_code_key;
alter table imports add constraint imports_code unique (project_id, code);
