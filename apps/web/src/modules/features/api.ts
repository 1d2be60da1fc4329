import { companyApi } from '@pianzhang/contract/api/base'
import type { FeaturesAnswer } from '@pianzhang/contract/features'
import type { SecondFactorRuleBody } from '@pianzhang/contract/second-factor'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../platform/api/api.ts'
import { ofProject, queryClient } from '../../platform/query.ts'
import { refreshProfile } from '../../platform/session/session.ts'

export const featuresQuery = queryOptions({
  queryKey: ['features'],
  // A change of features is announced as one of roles.
  meta: { shows: ['role'] },
  queryFn: () => read(companyApi.features),
})

/** Switches one feature. Menu and buttons follow from the profile, and columns from the lists: both are read again, lists when they are shown next. */
export async function switchFeature(
  feature: FeaturesAnswer['items'][number]['feature'],
  on: boolean,
): Promise<void> {
  const features = await read(companyApi.saveFeatures, { body: { items: [{ feature, on }] } })
  queryClient.setQueryData(featuresQuery.queryKey, features)
  await queryClient.invalidateQueries(ofProject)
  await refreshProfile()
}

export const ruleQuery = queryOptions({
  queryKey: ['second-factor-rule'],
  // A change of it is announced as one of roles.
  meta: { shows: ['role'] },
  queryFn: async () => (await read(companyApi.secondFactor)).rule,
})

export async function changeRule(rule: SecondFactorRuleBody['rule']): Promise<void> {
  const saved = await read(companyApi.saveSecondFactor, { body: { rule } })
  queryClient.setQueryData(ruleQuery.queryKey, saved.rule)
}
