import type { Fee } from '@pianzhang/contract/fees'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import { fees } from './api.ts'
import { feeName } from './words.ts'

export const REMOVAL = amountRemoval<Fee>(fees, feeName, ({ gross_yuan }) => gross_yuan)
