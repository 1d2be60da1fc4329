import { categories } from '../categories/api.ts'

export const payCategories = categories({ noun: '付款类型', model: 'pay_category', list: 'pay_categories' })
export const { load } = payCategories
