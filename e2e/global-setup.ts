import { demoFolder } from './demo-folder.ts'

/** Makes the demo before the workers start, which copy it: test.ts. */
export default async function globalSetup(): Promise<void> {
  if (process.env.E2E_BASE_URL || process.env.TEST_SPREAD) return
  process.env.E2E_DEMO = await demoFolder()
}
