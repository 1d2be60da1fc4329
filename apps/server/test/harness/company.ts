import { afterAll } from 'vitest'
import type { Caller, TestApp } from './harness.ts'
import { workerApp } from './worker-app.ts'

/** A company that may have 100 projects on this server, the worker's unless given, for all tests of the calling file; closed after them. */
export async function testCompany(
  opening: Promise<TestApp> = workerApp(),
): Promise<{ app: TestApp; companyId: bigint; admin: Caller }> {
  const app = await opening
  afterAll(app.close)
  const { id, admin } = await app.company(100)
  return { app, companyId: id, admin }
}
