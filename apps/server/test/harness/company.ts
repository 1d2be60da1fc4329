import { afterAll } from 'vitest'
import { type Caller, startTestApp, type TestApp } from './harness.ts'

/** A server with one company that may have 100 projects, for all tests of the calling file; closed after them. */
export async function testCompany(): Promise<{ app: TestApp; companyId: bigint; admin: Caller }> {
  const app = await startTestApp()
  afterAll(app.close)
  const { id, admin } = await app.company(100)
  return { app, companyId: id, admin }
}
