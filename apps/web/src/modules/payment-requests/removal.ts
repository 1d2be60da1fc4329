import type { PaymentRequestItem } from '@pianzhang/contract/payment-requests'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import { requests } from './api.ts'
import { amountOf, nameOf } from './words.ts'

export const REMOVAL = amountRemoval<PaymentRequestItem>(requests, nameOf, amountOf)
