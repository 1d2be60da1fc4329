import { code, listOf, nothing } from '@pianzhang/contract/page'
import {
  captchaAnswer,
  loginAnswer,
  loginBody,
  ownSession,
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
    'POST /captchas',
    { summary: 'A captcha: valid 5 minutes, once', access: open, answer: captchaAnswer },
    makeCaptcha,
  ),
]

export const sessionRoutes: Route[] = [
  ownTransaction(
    'POST /sessions',
    { summary: 'Log in', access: open, body: loginBody, answer: loginAnswer },
    logIn,
  ),
  read(
    'GET /sessions',
    { summary: "One's own open sessions", access: login, answer: z.object(listOf(ownSession)) },
    listSessions,
  ),
  write(
    'DELETE /sessions',
    { summary: 'Log out', access: account, idempotent: false, msg: '操作成功', answer: nothing },
    logOut,
  ),
  write(
    'DELETE /sessions/:code',
    { summary: "End one of one's own sessions", access: login, params: z.object({ code }), answer: nothing },
    endSession,
  ),
  read(
    'GET /sessions/profile',
    { summary: 'Who am I, and what may I do', access: account, answer: profile },
    async (_db, context) => showProfile(context),
  ),
  ownTransaction(
    'PUT /sessions/password',
    {
      summary: "Change one's own password; other sessions end",
      access: account,
      body: passwordBody,
      answer: nothing,
    },
    changePassword,
  ),
  read(
    'GET /sessions/preferences',
    { summary: 'What the pages remember for me', access: login, answer: preferences },
    showPreferences,
  ),
  write(
    'PUT /sessions/preferences',
    {
      summary: 'Replace what the pages remember for me',
      access: login,
      body: preferences,
      answer: preferences,
    },
    savePreferences,
  ),
]
