import { notificationApi } from '@pianzhang/contract/api/views'
import { NOTICE_FEATURES } from '@pianzhang/contract/notice-features'
import {
  notificationCounts,
  notificationList,
  notificationQuery,
  readBody,
} from '@pianzhang/contract/notifications'
import { login } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { countNotices, listNotices } from './list.ts'
import { markRead } from './read.ts'

const access = { ...login, feature: NOTICE_FEATURES }

/** Notices are a person's own, over all projects that they may enter. */
export const notificationRoutes: Route[] = [
  read(
    notificationApi.list,
    {
      summary: "One's own notices, newest first",
      access,
      query: notificationQuery,
      answer: notificationList,
    },
    listNotices,
  ),
  read(
    notificationApi.counts,
    { summary: "How many of one's own notices are unread", access, answer: notificationCounts },
    countNotices,
  ),
  write(
    notificationApi.read,
    {
      summary: "Mark one's own notices as read; without codes all of them",
      access,
      body: readBody,
      answer: notificationCounts,
    },
    markRead,
  ),
]
