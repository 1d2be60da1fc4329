import { paymentTypeApi } from '@pianzhang/contract/api/base'
import { namedTypes } from '../api.ts'

export const paymentTypes = namedTypes({ noun: '付款类型', model: 'pay_category', api: paymentTypeApi })
export const { load } = paymentTypes
