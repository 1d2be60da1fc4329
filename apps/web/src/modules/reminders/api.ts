import type { Reminder, ReminderList } from '@pianzhang/contract/reminders'
import { recordsOf } from '../../platform/ledger/records.ts'
import { reminderSearch } from './search.ts'

export const reminders = recordsOf<Reminder, ReminderList>()({
  base: '/api/manager/contract_cautions',
  key: 'contract_cautions',
  model: 'contract_caution',
  list: reminderSearch,
  shows: ['contract_caution', 'contract'],
})
export const { load } = reminders
