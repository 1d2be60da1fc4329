import type { TransferBatchQuery } from '@pianzhang/contract/transfer-batches'
import type { z } from 'zod'
import { addressList, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'

const filters = { states: addressList, payment: addressText }
filters satisfies Record<Exclude<keyof TransferBatchQuery, 'page' | 'per_page'>, z.ZodType>

/** URL parameters of the list of batches. */
export const batchSearch = listSearch({ name: 'transfer_batches', filters })
export type BatchFilter = FilterOf<typeof batchSearch>
