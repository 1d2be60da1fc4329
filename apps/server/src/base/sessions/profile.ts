import { formatInstant } from '@pianzhang/contract/calendar'
import { FEATURE_NAMES } from '@pianzhang/contract/features'
import { type Model, RESOURCES } from '@pianzhang/contract/permissions'
import type { Profile } from '@pianzhang/contract/session'
import { isOperator } from '../../platform/http/operator.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { siteNotices } from '../../platform/pages/site.ts'

export function showProfile(context: PersonContext): Profile {
  const { project } = context
  const operates = isOperator(context)
  return {
    code: context.userCode,
    name: context.userName,
    phone: context.phone,
    company: { code: context.companyCode, name: context.companyName },
    role: {
      code: context.role?.code ?? '',
      name: context.isSuper ? '超级管理员' : (context.role?.name ?? ''),
      is_super: context.isSuper,
    },
    current_permissions: RESOURCES.flatMap(({ model, actions }) => {
      const allowed = actions.filter((action) => context.can(model as Model, action))
      return allowed.length > 0 ? [{ resource_model: model, actions: allowed }] : []
    }),
    current_project: project && {
      code: project.code,
      name: project.name,
      archive_at: project.archiveAt && formatInstant(project.archiveAt),
      expire_at: project.expireAt,
      expired: project.readOnly === 'expired',
    },
    must_change_password: context.mustChangePassword,
    must_set_second_factor: context.mustSetSecondFactor,
    features: FEATURE_NAMES.filter((feature) => context.features.has(feature)),
    is_operator: operates,
    notices: operates ? siteNotices(context.services.site) : [],
  }
}
