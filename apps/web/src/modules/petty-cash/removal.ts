import type { PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import { pettyCash } from './api.ts'
import { writtenOffAmong } from './writtenOff.ts'

const nameOf = (row: PettyCashDetail): string => `明细编号 ${row.code}`
export const amountOf = (row: PettyCashDetail): string => row.pay_amount_yuan

export const REMOVAL = { ...amountRemoval(pettyCash, nameOf, amountOf), refusal: writtenOffAmong }
