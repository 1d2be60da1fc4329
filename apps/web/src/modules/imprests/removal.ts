import type { Imprest } from '@pianzhang/contract/imprests'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import { imprests } from './api.ts'
import { writtenOffAmong } from './writtenOff.ts'

const nameOf = (row: Imprest): string => `明细编号 ${row.code}`
export const amountOf = (row: Imprest): string => row.pay_amount_yuan

export const REMOVAL = { ...amountRemoval(imprests, nameOf, amountOf), refusal: writtenOffAmong }
