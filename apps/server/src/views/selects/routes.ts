import { selectApi } from '@pianzhang/contract/api/views'
import { optionsAnswer } from '@pianzhang/contract/page'
import { roleOptions, selectQuery } from '@pianzhang/contract/selects'
import { subjectTrees } from '@pianzhang/contract/subjects'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { login, loginInProject, inCompany as mayInCompany } from '../../platform/http/guard.ts'
import { type ProjectContext, type Route, read } from '../../platform/http/route.ts'
import { selectLogUsers, selectProjects, selectRoles, selectUsers } from './company.ts'
import { type Options, type SelectInput, selectPage } from './options.ts'
import {
  selectContractCategories,
  selectFaceTaxRates,
  selectPayChannels,
  selectPaymentTypes,
  selectVoucherCategories,
} from './payments.ts'
import { selectSubjects, selectSubjectThree, selectSubjectTrees } from './subjects.ts'

const inCompany = (summary: string) => ({ summary, access: login, query: selectQuery, answer: optionsAnswer })
const inProject = (summary: string) => ({
  summary,
  access: loginInProject,
  query: selectQuery,
  answer: optionsAnswer,
})

/** Options of the pages' select fields; they need a login but, except for the log's, no permission. */
export const selectRoutes: Route[] = [
  read(selectApi.roles, { ...inCompany('Roles of the company'), answer: roleOptions }, selectRoles),
  read(selectApi.users, inCompany('People of the company'), selectUsers),
  read(
    selectApi.logUsers,
    { ...inCompany('People of the company, deleted ones too'), access: mayInCompany('audit_log', 'read') },
    selectLogUsers,
  ),
  read(selectApi.projects, inCompany('The projects I may enter'), selectProjects),
  read(
    selectApi.subjectTrees,
    { ...inProject('Subjects as trees'), answer: subjectTrees },
    selectSubjectTrees,
  ),
  read(selectApi.subjects, inProject('Subjects of all levels, flat'), selectSubjects),
  read(selectApi.subjectThree, inProject('Subjects of level three'), selectSubjectThree),
  read(selectApi.paymentTypes, inProject('Payment types'), selectPaymentTypes),
  read(selectApi.investmentTypes, inProject('Investment types'), selectInvestmentTypes),
  read(selectApi.contractTypes, inProject('Contract types'), selectContractCategories),
  read(selectApi.payChannels, inProject('Pay channels'), selectPayChannels),
  read(selectApi.voucherCategories, inProject('Voucher types'), selectVoucherCategories),
  read(selectApi.faceTaxRates, inProject('Face tax rates'), selectFaceTaxRates),
]

/** The project's investment types by id. */
async function selectInvestmentTypes(
  db: Db,
  context: ProjectContext,
  { query }: SelectInput,
): Promise<Options> {
  const categories = sql`select i.name as label, i.id::text as value, i.id as sort_key from investment_types i
    where i.project_id = ${context.project.id}`
  return await selectPage(db, categories, query)
}
