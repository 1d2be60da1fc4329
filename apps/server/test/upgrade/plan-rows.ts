import { CREATOR_OF, day, idIn, MADE_AT, PROJECTS, type Rows, times } from './world.ts'

/** Payment plans: of each project a contract with a dated instalment, a milestone that is reached and one that is not. */
export const planRows = (): Rows => ({
  contract_instalments: PROJECTS.flatMap((project) =>
    times(3, (n) => ({
      project_id: project,
      id: idIn(project, n),
      code: `instalment-${n}`,
      contract_id: idIn(project, 1),
      seq: n,
      title: ['定金', '进度款', '尾款'][n - 1],
      kind: n === 1 ? 'date' : 'milestone',
      due_at: n < 3 ? day(90 + n) : null,
      reached_at: n === 2 ? MADE_AT : null,
      percent: n === 1 ? 3_000 : null,
      amount: n * 1_000_00,
      subject_id: null,
      pay_category_id: null,
      creator_id: CREATOR_OF[project],
      created_at: MADE_AT,
      updated_at: MADE_AT,
    })),
  ),
})
