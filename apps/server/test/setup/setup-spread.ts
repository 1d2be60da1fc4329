import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { dropCitusDatabase, makeSpreadTemplate, openCitus } from '../machines/citus.ts'
import { readTables } from '../statements/tables.ts'
import { NOT_SPREAD } from './not-spread.ts'

/** `TEST_SPREAD=1`: test databases are copies of a spread database on the cluster of `TEST_CITUS_URL`. */
export async function setupSpread(project: TestProject): Promise<() => Promise<void>> {
  const adminUrl = process.env.TEST_CITUS_URL
  if (!adminUrl)
    throw new Error('TEST_SPREAD needs TEST_CITUS_URL, the address of a Citus coordinator (docs/spread.md)')
  for (const [file, why] of Object.entries(NOT_SPREAD))
    console.error(`SKIPPED on a spread database: ${file}: ${why}`)
  const citus = await openCitus(adminUrl)
  const { name, tables, role } = await makeSpreadTemplate(citus, readTables)
  project.provide('tables', tables)
  const folder = mkdtempSync(join(tmpdir(), 'pianzhang-test-'))
  project.provide('postgres', { adminUrl, template: name, role, folder, citus })
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await dropCitusDatabase(citus, url.href)
  }
}
