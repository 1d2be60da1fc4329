import { getRouteApi } from '@tanstack/react-router'
import { CategoriesPage } from '../categories/CategoriesPage.tsx'
import { payCategories } from './api.ts'

const route = getRouteApi('/in-project/setting/PayType')

/** 付款类型管理. */
export default () => <CategoriesPage of={payCategories} route={route} />
