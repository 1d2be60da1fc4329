import type { ReminderFilters } from '@pianzhang/contract/reminders'
import type { z } from 'zod'
import { addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'

const filters = { keywords: addressText, contract_code: addressText }
filters satisfies Record<keyof ReminderFilters, z.ZodType>

/** URL parameters of the reminders page. */
export const reminderSearch = listSearch({ name: 'reminders', filters })

export type ReminderFilter = FilterOf<typeof reminderSearch>
