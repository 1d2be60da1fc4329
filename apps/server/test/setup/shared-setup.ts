import type { TestProject } from 'vitest/node'
import setup from './global-setup.ts'

/** On the process, as each project imports this file anew. */
const KEY = Symbol.for('pianzhang-shared-setup')
const shared = globalThis as typeof globalThis & { [KEY]?: boolean }

/** All projects of a run share one PostgreSQL: the first one starts it for all, and removes it when all have ended. */
export default async function once(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (shared[KEY]) return undefined
  shared[KEY] = true
  return await setup(project.vitest.getRootProject())
}
