import type pg from 'pg'

/**
 * One query for each kind of object in `public`; each answers texts in which only the object's definition occurs, no oid, size or date.
 * `attnum` is among them, as a column that was dropped and added again would be read in another order by `select *`.
 */
const PARTS: Record<string, string> = {
  tables: `select format('%s %s %s rls=%s replica=%s options=%s', c.relkind, c.relname, c.relpersistence, c.relrowsecurity, c.relreplident, c.reloptions)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
  columns: `select format('%s.%s #%s %s null=%s default=%s identity=%s generated=%s statistics=%s storage=%s%s collation=%s', c.relname, a.attname, a.attnum,
      format_type(a.atttypid, a.atttypmod), not a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated,
      a.attstattarget, a.attstorage, a.attcompression, a.attcollation)
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped`,
  constraints: `select format('%s.%s %s validated=%s', coalesce(c.relname, k.contypid::regtype::text), k.conname, pg_get_constraintdef(k.oid), k.convalidated)
    from pg_constraint k left join pg_class c on c.oid = k.conrelid where k.connamespace = 'public'::regnamespace`,
  indexes: `select format('%s valid=%s statistics=%s options=%s', pg_get_indexdef(i.indexrelid), i.indisvalid,
      (select array_agg(a.attstattarget order by a.attnum) from pg_attribute a where a.attrelid = i.indexrelid), c.reloptions)
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace`,
  triggers: `select format('%s enabled=%s', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  functions: `select format('%s cost=%s config=%s', pg_get_functiondef(p.oid), p.procost, p.proconfig)
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  views: `select format('%s %s', c.relname, pg_get_viewdef(c.oid))
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')`,
  sequences: `select format('%s %s start=%s increment=%s min=%s max=%s cache=%s cycle=%s', c.relname, s.seqtypid::regtype, s.seqstart,
      s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace`,
  statistics: `select pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s where s.stxnamespace = 'public'::regnamespace`,
  types: `select format('%s %s %s', t.typname, t.typtype, (select array_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
    from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')`,
  policies: `select format('%s %s %s %s', p.polrelid::regclass, p.polname, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    from pg_policy p`,
  comments: `select format('%s %s %s', d.objoid::regclass, d.objsubid, d.description) from pg_description d
    join pg_class c on c.oid = d.objoid where d.classoid = 'pg_class'::regclass and c.relnamespace = 'public'::regnamespace`,
  extensions: `select format('%s %s', extname, extversion) from pg_extension`,
  migrations: `select format('%s %s', name, checksum) from migrations`,
}

/** Everything that migrations make in `public`, as sorted texts by kind, so that two schemas can be compared and a difference is named. */
export async function catalogueOf(client: pg.ClientBase): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [part, query] of Object.entries(PARTS)) {
    const { rows } = await client.query<{ text: string }>(`select text from (${query}) as q(text)`)
    found[part] = rows.map(({ text }) => text).sort()
  }
  return found
}
