import { optionsAnswer } from '@pianzhang/contract/page'
import { roleOptions, selectQuery } from '@pianzhang/contract/selects'
import { subjectTrees } from '@pianzhang/contract/subjects'
import { login, loginInProject, inCompany as mayInCompany } from '../../platform/http/guard.ts'
import { type Route, read } from '../../platform/http/route.ts'
import { selectLogUsers, selectProjects, selectRoles, selectUsers } from './company.ts'
import { selectInvestmentTypes } from './investments.ts'
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
  read('GET /selects/roles', { ...inCompany('Roles of the company'), answer: roleOptions }, selectRoles),
  read('GET /selects/users', inCompany('People of the company'), selectUsers),
  read(
    'GET /selects/audit_log_users',
    { ...inCompany('People of the company, deleted ones too'), access: mayInCompany('audit_log', 'read') },
    selectLogUsers,
  ),
  read('GET /selects/projects', inCompany('The projects I may enter'), selectProjects),
  read(
    'GET /selects/subject_trees',
    { ...inProject('Subjects as trees'), answer: subjectTrees },
    selectSubjectTrees,
  ),
  read('GET /selects/subjects', inProject('Subjects of all levels, flat'), selectSubjects),
  read('GET /selects/subject_three', inProject('Subjects of level three'), selectSubjectThree),
  read('GET /selects/pay_categories', inProject('Payment types'), selectPaymentTypes),
  read('GET /selects/investment_categories', inProject('Investment types'), selectInvestmentTypes),
  read('GET /selects/contract_categories', inProject('Contract types'), selectContractCategories),
  read('GET /selects/cost_execution_pay_channels', inProject('Pay channels'), selectPayChannels),
  read('GET /selects/cost_execution_voucher_categories', inProject('Voucher types'), selectVoucherCategories),
  read('GET /selects/cost_execution_face_tax_rate', inProject('Face tax rates'), selectFaceTaxRates),
]
