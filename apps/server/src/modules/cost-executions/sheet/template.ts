import { COLUMNS } from '@pianzhang/contract/payment-sheet'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../../platform/database.ts'
import { linkedProject } from '../../../platform/linked-project.ts'
import { checkLink, signLink } from '../../../platform/links.ts'
import type { ProjectContext } from '../../../platform/route.ts'
import type { Services } from '../../../platform/services.ts'
import { sendSheet } from '../../../platform/sheet/send.ts'
import { type Template, writeTemplate } from '../../../platform/sheet/template.ts'
import { dropDowns, SAMPLE, WIDTHS } from './columns.ts'

export const TEMPLATE_PATH = '/api/manager/cost_executions/import_template/file'
const LINK_MS = 10 * 60_000

/** Answers a signed link of 10 minutes; the spreadsheet is written when it is opened, with the project's own types and subjects. */
export async function paymentTemplate(_db: Db, { services, project, baseUrl }: ProjectContext) {
  return { file_url: baseUrl + signLink(services, TEMPLATE_PATH, { project: project.code }, LINK_MS) }
}

/** The link's other end: the signature is the permission. */
export async function sendTemplate(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { query } = checkLink(services, TEMPLATE_PATH, request.query)
  const project = await linkedProject(services.db, query.project)
  const written = await writeTemplate(await template(services.db, project.id))
  return await sendSheet(services, reply, '付款明细导入模板.xlsx', written)
}

/** The columns with a sample row and drop-downs, and a sheet of the project's level-three subjects. */
async function template(db: Db, projectId: bigint): Promise<Template> {
  const categories = await db
    .selectFrom('pay_categories')
    .select('name')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  const subjects = await db
    .selectFrom('subjects as three')
    .innerJoin('subjects as two', (join) =>
      join.on('two.project_id', '=', projectId).onRef('two.id', '=', 'three.two_id'),
    )
    .innerJoin('subjects as one', (join) =>
      join.on('one.project_id', '=', projectId).onRef('one.id', '=', 'three.one_id'),
    )
    .select(['three.out_code', 'one.name as one', 'two.name as two', 'three.name as three'])
    .where('three.project_id', '=', projectId)
    .where('three.category', '=', 2)
    .orderBy('three.out_code')
    .execute()
  const options = dropDowns(categories.map((row) => row.name))
  return {
    name: '付款明细',
    columns: COLUMNS.map((column) => ({
      title: column.title,
      kind: 'text',
      required: column.required,
      width: WIDTHS[column.key],
      sample: SAMPLE[column.key],
      options: options[column.key],
    })),
    lookup: {
      name: '科目',
      columns: ['科目编号', '一级科目', '二级科目', '三级科目'].map((title) => ({
        title,
        kind: 'text',
        width: 22,
      })),
      rows: subjects.map((row) => [row.out_code, row.one, row.two, row.three]),
    },
  }
}
