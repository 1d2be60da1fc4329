import { companyApi } from '@pianzhang/contract/api/base'
import { featuresAnswer, featuresBody } from '@pianzhang/contract/features'
import { login, superOnly } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { changeFeatures, showFeatures } from './features.ts'

/** The company's features, which its super administrator switches. */
export const featureRoutes: Route[] = [
  read(
    companyApi.features,
    {
      summary: 'The optional parts of the product, and which of them are on',
      access: login,
      answer: featuresAnswer,
    },
    showFeatures,
  ),
  write(
    companyApi.saveFeatures,
    { summary: 'Switch features on or off', access: superOnly, body: featuresBody, answer: featuresAnswer },
    changeFeatures,
  ),
]
