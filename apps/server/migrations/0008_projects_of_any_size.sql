-- Every query names its project, and every index begins with it. With statistics the planner knows the projects that were large when it last
-- looked, and takes any other for one row: of a project that was made since (until a tenth of all rows are new, so for weeks) it then reads
-- everything again for each row. Without statistics every project is a two hundredth of the table, and the narrower index wins.
do $$
declare
  name text;
begin
  for name in
    select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'project_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %I alter column project_id set statistics 0', name);
    -- What was gathered before would stay; older servers have no call for it, and forget it with their next major version.
    if current_setting('server_version_num')::integer >= 180000 then
      execute format('select pg_clear_attribute_stats(%L, %L, %L, false)', 'public', name, 'project_id');
    end if;
  end loop;
end $$;
