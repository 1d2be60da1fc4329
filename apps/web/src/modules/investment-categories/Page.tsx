import { getRouteApi } from '@tanstack/react-router'
import { CategoriesPage } from '../categories/CategoriesPage.tsx'
import { investmentCategories } from './api.ts'

const route = getRouteApi('/in-project/setting/InvestmentType')

/** 投资类型管理. */
export default () => <CategoriesPage of={investmentCategories} route={route} />
