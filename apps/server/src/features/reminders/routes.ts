import { reminderApi } from '@pianzhang/contract/api/features'
import { code, nothing } from '@pianzhang/contract/page'
import {
  contractMessages,
  reminder,
  reminderBody,
  reminderList,
  reminderListQuery,
  reminderUpdate,
} from '@pianzhang/contract/reminders'
import { z } from 'zod'
import { inProject, login } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { listReminders, showReminder } from './list.ts'
import { listMessages } from './messages.ts'
import { alsoWrong } from './rules.ts'
import { createReminder, removeReminder, updateReminder } from './save.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('contract_caution', action)

/** Reminders of contracts, and the messages that are due today (api.md §5). */
export const reminderRoutes: Route[] = [
  read(
    reminderApi.messages,
    {
      summary: "Today's messages; empty without a project or the right",
      access: login,
      answer: contractMessages,
    },
    listMessages,
  ),
  read(
    reminderApi.list,
    { summary: 'A page of reminders', access: may('read'), query: reminderListQuery, answer: reminderList },
    listReminders,
  ),
  read(
    reminderApi.show,
    { summary: 'One reminder', access: may('read'), params, answer: reminder },
    showReminder,
  ),
  write(
    reminderApi.create,
    { summary: 'Add a reminder', access: may('write'), body: reminderBody, answer: reminder, alsoWrong },
    createReminder,
  ),
  write(
    reminderApi.update,
    {
      summary: 'Replace a reminder',
      access: may('write'),
      params,
      body: reminderUpdate,
      answer: reminder,
      alsoWrong,
    },
    updateReminder,
  ),
  write(
    reminderApi.remove,
    { summary: 'Delete a reminder', access: may('delete'), params, answer: nothing },
    removeReminder,
  ),
]
