import { COMPANY_OF, CREATOR_OF, day, idIn, MADE_AT, PROJECTS, type Rows, times } from './world.ts'

const OTHER_OF: Readonly<Record<number, number>> = { 1: 2, 2: 5 }
const each = (rows: (project: number) => Record<string, unknown>[]) => PROJECTS.flatMap(rows)
const other = (project: number) => OTHER_OF[COMPANY_OF[project] ?? 0]

/** Of each project rules, a deputy, a request that was booked and one that waits, and their notices. */
export const requestRows = (): Rows => ({
  approval_rules: each((project) => [
    {
      project_id: project,
      is_on: true,
      self_approve: false,
      bands: [{ from: '500000', steps: [[`role-${COMPANY_OF[project]}`]] }],
      updated_at: MADE_AT,
    },
  ]),
  approval_deputies: each((project) => [
    {
      project_id: project,
      user_id: CREATOR_OF[project],
      deputy_id: other(project),
      start_at: day(120),
      end_at: day(130),
      created_at: MADE_AT,
    },
  ]),
  payment_requests: each((project) =>
    times(2, (n) => ({
      project_id: project,
      id: idIn(project, n),
      code: `request-${n}`,
      state: n === 1 ? 'approved' : 'pending',
      body: { pay_at: day(120), payer: '器材行', post: '', summary: '租金', payment_lines: [] },
      total: 6_000_00,
      pay_at: day(120),
      payer: '器材行',
      summary: '租金',
      steps: [{ codes: [`role-${COMPANY_OF[project]}`], names: ['财务'] }],
      step: n - 1,
      waits: n === 1 ? [] : [`role-${COMPANY_OF[project]}`],
      payment_id: n === 1 ? idIn(project, 2) : null,
      payment_code: n === 1 ? 'payment-2' : '',
      creator_id: CREATOR_OF[project],
      created_at: MADE_AT,
      updated_at: MADE_AT,
      submitted_at: MADE_AT,
      decided_at: n === 1 ? MADE_AT : null,
    })),
  ),
  payment_request_acts: each((project) =>
    times(3, (n) => ({
      project_id: project,
      id: idIn(project, n),
      request_id: idIn(project, n === 3 ? 2 : 1),
      step: n === 2 ? 1 : 0,
      act: n === 2 ? 'approve' : 'submit',
      user_id: n === 2 ? other(project) : CREATOR_OF[project],
      for_id: n === 2 ? CREATOR_OF[project] : null,
      at: MADE_AT,
    })),
  ),
  payment_request_attachments: each((project) => [
    { project_id: project, request_id: idIn(project, 2), attachment_id: idIn(project, 6), position: 1 },
  ]),
  notifications: each((project) => [
    {
      code: `notice-${project}`,
      company_id: COMPANY_OF[project],
      user_id: CREATOR_OF[project],
      project_id: project,
      kind: 'waiting',
      title: '付款申请待您审批',
      text: '器材行 6,000.00 元',
      path: '/approve',
      about: 'request-2',
      created_at: MADE_AT,
    },
  ]),
})
