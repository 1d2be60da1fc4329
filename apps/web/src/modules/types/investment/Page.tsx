import { getRouteApi } from '@tanstack/react-router'
import { TypesPage } from '../TypesPage.tsx'
import { investmentTypes } from './api.ts'

const route = getRouteApi('/in-project/setting/InvestmentType')

/** 投资类型管理. */
export default () => <TypesPage of={investmentTypes} route={route} />
