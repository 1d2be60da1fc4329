import { reminderApi } from '@pianzhang/contract/api/features'
import { recordsOf } from '../../platform/ledger/records.ts'
import { reminderSearch } from './search.ts'

export const reminders = recordsOf(reminderApi, {
  key: 'contract_cautions',
  model: 'contract_caution',
  list: reminderSearch,
  shows: ['contract_caution', 'contract'],
})
export const { load } = reminders
