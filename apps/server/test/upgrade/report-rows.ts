import { BOOKED } from './project-rows.ts'
import { CREATOR_OF, day, idIn, MADE_AT, PROJECTS, type Row, type Rows, times } from './world.ts'

/** Rows of the cost report and of budget versions: an unlocked version and a locked one, with a move. */
export function reportRows(): Rows {
  const each = (make: (project: number) => Row[]) => PROJECTS.flatMap(make)
  const subject = (project: number, n: number) => idIn(project, BOOKED[n % BOOKED.length] ?? 6)
  return {
    company_features: [1, 2].map((company_id) => ({
      company_id,
      feature: 'cost_report',
      is_on: company_id === 1,
    })),
    contract_allocations: each((project) =>
      times(3, (n) => ({
        project_id: project,
        contract_id: idIn(project, n),
        subject_id: subject(project, n),
        amount: n * 1_000_00,
      })),
    ),
    cost_estimates: each((project) =>
      times(3, (n) => ({
        project_id: project,
        subject_id: subject(project, n),
        mode: ['auto', 'etc', 'efc'][n - 1],
        amount: n === 1 ? null : n * 5_000_00,
        remark: `说明 ${n}`,
        base: n * 777,
        creator_id: CREATOR_OF[project],
        version: n,
        created_at: MADE_AT,
        updated_at: MADE_AT,
      })),
    ),
    cost_reports: each((project) =>
      times(2, (n) => ({
        project_id: project,
        id: idIn(project, n),
        code: `report-${n}`,
        no: n,
        as_of: day(100 + n * 7),
        issuer_id: n === 1 ? null : CREATOR_OF[project],
        issued_at: MADE_AT,
      })),
    ),
    cost_report_rows: each((project) =>
      times(4, (n) => ({
        project_id: project,
        report_id: idIn(project, 1 + (n % 2)),
        position: n,
        subject_id: n === 4 ? null : subject(project, n),
        original: n === 1 ? null : n * 100,
        budget: n * 100,
        period: n * 10,
        spent: n * 20,
        committed: n * 30,
        etc: n * 50,
        mode: 'auto',
        remark: '',
      })),
    ),
    shooting_days: each((project) =>
      times(3, (n) => ({ project_id: project, day: day(90 + n), day_no: n, remark: `第${n}场` })),
    ),
    shooting_plans: each((project) => [{ project_id: project, version: 3 }]),
    budget_versions: each((project) =>
      times(2, (n) => ({
        project_id: project,
        id: idIn(project, n),
        code: `version-${n}`,
        no: n,
        name: `第${n}稿`,
        amount: n * 100_000_00,
        creator_id: CREATOR_OF[project],
        locked_at: MADE_AT,
        unlocker_id: n === 1 ? CREATOR_OF[project] : null,
        unlocked_at: n === 1 ? MADE_AT : null,
        unlock_reason: n === 1 ? '改为二稿' : '',
      })),
    ),
    budget_version_rows: each((project) =>
      times(2, (n) => ({
        project_id: project,
        version_id: idIn(project, n),
        subject_id: subject(project, n),
        amount: n * 100_000_00,
      })),
    ),
    budget_locks: each((project) => [{ project_id: project, version_id: idIn(project, 2) }]),
    budget_moves: each((project) => [
      {
        project_id: project,
        id: idIn(project, 1),
        code: 'move-1',
        no: 1,
        version_id: idIn(project, 2),
        from_id: subject(project, 0),
        to_id: subject(project, 1),
        amount: 8_000_00,
        reason: '内景加层',
        moved_at: day(95),
        from_line: idIn(project, 1),
        to_line: idIn(project, 2),
        creator_id: CREATOR_OF[project],
        created_at: MADE_AT,
      },
    ]),
  }
}
