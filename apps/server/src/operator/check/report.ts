/** The kinds of findings. */
const AREAS = {
  sums: '合计',
  taxes: '劳务个税',
  files: '文件',
  references: '引用',
  numbers: '编号与数量',
} as const
type Area = keyof typeof AREAS

/** A project whose rows are checked; deleted ones too, as they can be brought back. */
export interface CheckedProject {
  id: bigint
  code: string
  name: string
  companyId: bigint
  companyCode: string
}

export interface Finding {
  area: Area
  company: string
  /** Code of the project; null: about the company itself. */
  project: string | null
  text: string
}

/** Findings of one kind and project that are listed; the others are counted. */
const LISTED = 20

/** Collects what is wrong. */
export class Report {
  readonly findings: Finding[] = []

  /** Adds what is wrong with a project, or with a company (`id` absent). */
  add(area: Area, where: CheckedProject | { companyCode: string }, texts: readonly string[]): void {
    const project = 'id' in where ? where.code : null
    const listed = texts.slice(0, LISTED)
    if (texts.length > LISTED) listed.push(`另有 ${texts.length - LISTED} 处同类问题`)
    for (const text of listed) this.findings.push({ area, company: where.companyCode, project, text })
  }
}

/** One line for the operator. */
export const lineOf = ({ area, company, project, text }: Finding): string =>
  `${AREAS[area]}｜公司 ${company}${project === null ? '' : `｜项目 ${project}`}｜${text}`
