import { captchaApi, sessionApi } from '@pianzhang/contract/api/sessions'
import { code, nothing } from '@pianzhang/contract/page'
import {
  captchaAnswer,
  loginAnswer,
  loginBody,
  ownSessionList,
  passwordBody,
  preferences,
  profile,
} from '@pianzhang/contract/session'
import { z } from 'zod'
import { account, login, open } from '../../platform/http/guard.ts'
import { ownTransaction, type Route, read, write } from '../../platform/http/route.ts'
import { logIn, makeCaptcha } from './login.ts'
import { endSession, listSessions, logOut } from './own-sessions.ts'
import { changePassword } from './password.ts'
import { savePreferences, showPreferences } from './preferences.ts'
import { showProfile } from './profile.ts'

export const captchaRoutes: Route[] = [
  ownTransaction(
    captchaApi.create,
    { summary: 'A captcha: valid 5 minutes, once', access: open, answer: captchaAnswer },
    makeCaptcha,
  ),
]

export const sessionRoutes: Route[] = [
  ownTransaction(
    sessionApi.login,
    { summary: 'Log in', access: open, body: loginBody, answer: loginAnswer },
    logIn,
  ),
  read(
    sessionApi.list,
    { summary: "One's own open sessions", access: login, answer: ownSessionList },
    listSessions,
  ),
  write(
    sessionApi.logout,
    { summary: 'Log out', access: account, idempotent: false, msg: '操作成功', answer: nothing },
    logOut,
  ),
  write(
    sessionApi.end,
    { summary: "End one of one's own sessions", access: login, params: z.object({ code }), answer: nothing },
    endSession,
  ),
  read(
    sessionApi.profile,
    { summary: 'Who am I, and what may I do', access: account, answer: profile },
    async (_db, context) => showProfile(context),
  ),
  ownTransaction(
    sessionApi.changePassword,
    {
      summary: "Change one's own password; other sessions end",
      access: account,
      body: passwordBody,
      answer: nothing,
    },
    changePassword,
  ),
  read(
    sessionApi.preferences,
    { summary: 'What the pages remember for me', access: login, answer: preferences },
    showPreferences,
  ),
  write(
    sessionApi.savePreferences,
    {
      summary: 'Replace what the pages remember for me',
      access: login,
      body: preferences,
      answer: preferences,
    },
    savePreferences,
  ),
]
