import type { LaborTax } from '@pianzhang/contract/labor-tax'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import { fees } from './api.ts'
import { feeName } from './words.ts'

export const REMOVAL = amountRemoval<LaborTax>(fees, feeName, ({ gross_yuan }) => gross_yuan)
