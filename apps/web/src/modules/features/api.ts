import type { FeaturesAnswer } from '@pianzhang/contract/features'
import type { SecondFactorRuleBody } from '@pianzhang/contract/second-factor'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { ofProject, queryClient } from '../../platform/query.ts'
import { refreshProfile } from '../../platform/session/session.ts'

const PATH = '/api/manager/company/features'

export const featuresQuery = queryOptions({
  queryKey: ['features'],
  // A change of features is announced as one of roles.
  meta: { shows: ['role'] },
  queryFn: async () => (await api.get<FeaturesAnswer>(PATH)).data,
})

/** Switches one feature. Menu and buttons follow from the profile, and columns from the lists: both are read again, lists when they are shown next. */
export async function switchFeature(
  feature: FeaturesAnswer['items'][number]['feature'],
  on: boolean,
): Promise<void> {
  const { data } = await api.put<FeaturesAnswer>(PATH, { items: [{ feature, on }] })
  queryClient.setQueryData(featuresQuery.queryKey, data)
  await queryClient.invalidateQueries(ofProject)
  await refreshProfile()
}

const RULE = '/api/manager/company/second_factor'

export const ruleQuery = queryOptions({
  queryKey: ['second-factor-rule'],
  // A change of it is announced as one of roles.
  meta: { shows: ['role'] },
  queryFn: async () => (await api.get<SecondFactorRuleBody>(RULE)).data.rule,
})

export async function changeRule(rule: SecondFactorRuleBody['rule']): Promise<void> {
  const { data } = await api.put<SecondFactorRuleBody>(RULE, { rule })
  queryClient.setQueryData(ruleQuery.queryKey, data.rule)
}
