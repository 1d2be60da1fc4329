import type { Answer, TestApp } from '../../harness/harness.ts'
import { type ReportWorld, reportWorld } from '../cost-reports/helpers.ts'

export const [ONE, TWO, THREE] = ['24000101', '24000102', '10000101'] as const

/** A report's world with short ways to lock its budget and to move it. */
export interface VersionsWorld extends ReportWorld {
  lock(name?: string): Promise<Answer>
  /** 80 from the first subject to the second one. */
  move(body?: Record<string, unknown>): Promise<Answer>
  /** The list of the budget's lines. */
  lines(): Promise<Answer['data']>
}

/** Without a budget. */
export async function emptyWorld(app: TestApp): Promise<VersionsWorld> {
  const world = await reportWorld(app)
  return {
    ...world,
    lock: (name = '一稿') => world.admin.post('/budget_versions', { name }),
    move: (body = {}) =>
      world.admin.post('/budget_moves', {
        from_code: world.subject(ONE),
        to_code: world.subject(TWO),
        amount: '80',
        reason: '码头内景加层',
        moved_at: '2026-11-20',
        ...body,
      }),
    lines: async () => (await world.clerk.get('/cost_budgets', { per_page: 1000 })).data,
  }
}

/** With a budget of 1,000 and 500. */
export async function versionsWorld(app: TestApp): Promise<VersionsWorld> {
  const world = await emptyWorld(app)
  await world.budget(ONE, '1000')
  await world.budget(TWO, '500')
  return world
}
