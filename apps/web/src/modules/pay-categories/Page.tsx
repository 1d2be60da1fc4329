import { getRouteApi } from '@tanstack/react-router'
import { useListAddress } from '../../ui/list/useListAddress.ts'
import { CategoriesPage } from '../categories/CategoriesPage.tsx'
import { withoutFilters } from '../categories/search.ts'
import { payCategories } from './api.ts'

const route = getRouteApi('/in-project/setting/PayType')

/** 付款类型管理. */
export default function PayCategoriesPage() {
  const address = useListAddress(route, payCategories.list, withoutFilters)
  return <CategoriesPage of={payCategories} address={address} />
}
