import { getRouteApi } from '@tanstack/react-router'
import { useListAddress } from '../../ui/list/useListAddress.ts'
import { CategoriesPage } from '../categories/CategoriesPage.tsx'
import { withoutFilters } from '../categories/search.ts'
import { investmentCategories } from './api.ts'

const route = getRouteApi('/in-project/setting/InvestmentType')

/** 投资类型管理. */
export default function InvestmentCategoriesPage() {
  const address = useListAddress(route, investmentCategories.list, withoutFilters)
  return <CategoriesPage of={investmentCategories} address={address} />
}
