import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationNames } from '../../src/platform/database/migrations/migrate.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const SERVER = join(ROOT, 'apps/server')

export interface Version {
  /** Path of the copy's `main.ts`. */
  main: string
  /** Name of the added migration. */
  migration: string
  /** Address of a page's file that only the copy has. */
  asset: string
  folder: string
}

/**
 * A copy of this program with one more migration, as the next version would be. It adds a column with a default to the busiest table, an index and
 * a table, and declares that this version can work beside it.
 */
export async function nextVersion(): Promise<Version> {
  const folder = mkdtempSync(join(tmpdir(), 'pianzhang-next-'))
  const copy = join(folder, 'apps/server')
  mkdirSync(copy, { recursive: true })
  for (const part of ['src', 'migrations', 'package.json'])
    cpSync(join(SERVER, part), join(copy, part), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const migration = '9001_next.sql'
  const last = (await migrationNames()).at(-1)?.slice(0, 4)
  writeFileSync(
    join(copy, 'migrations', migration),
    `-- Compatible from ${last}.
alter table payments add column next_note text not null default '';
alter table sessions add column next_device text;
create index payments_next on payments (project_id, next_note, id);
create table next_things (project_id bigint not null references projects, id bigint not null, primary key (project_id, id));
`,
  )
  const assets = join(folder, 'apps/web/dist/assets')
  mkdirSync(assets, { recursive: true })
  writeFileSync(join(assets, 'next.js'), 'export {}')
  for (const page of ['index.html', 'study.html', 'about.html']) writeFileSync(join(assets, '..', page), page)
  return { asset: '/assets/next.js', main: join(copy, 'src/main.ts'), migration, folder }
}
