import { namedTypes } from '../api.ts'

export const paymentTypes = namedTypes({ noun: '付款类型', model: 'pay_category', list: 'pay_categories' })
export const { load } = paymentTypes
