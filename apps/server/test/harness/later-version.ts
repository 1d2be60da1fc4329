import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { MIGRATIONS } from '../../src/platform/database/migrations/migrate.ts'

/** What a version after the next two may change: columns with values for the rows that there are, a new name, a table, an index. */
export const LATER: Readonly<Record<string, string>> = {
  '9001_next.sql': `
    alter table contracts add column later_note text not null default '';
    update contracts set later_note = customer;
    create table later_things (project_id bigint not null references projects, id bigint generated always as identity, name text not null,
      primary key (project_id, id));
    alter table later_things alter column project_id set statistics 0;
    insert into later_things (project_id, name) select id, name from projects order by id;`,
  '9002_after_next.sql': `
    alter table later_things rename column name to title;
    create index contracts_later on contracts (project_id, later_note);`,
}

/** Until the end of the test this program has these migrations, too, as a later version would. Returns their names, in their order. */
export function becomeLater(migrations = LATER): string[] {
  const { folder } = MIGRATIONS
  const later = mkdtempSync(join(tmpdir(), 'pianzhang-later-'))
  cpSync(folder, later, { recursive: true })
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(later, name), sql)
  MIGRATIONS.folder = later
  onTestFinished(() => {
    MIGRATIONS.folder = folder
    rmSync(later, { recursive: true })
  })
  return Object.keys(migrations).sort()
}
