import { captchaApi, sessionApi } from '@pianzhang/contract/api/sessions'
import { formatInstant } from '@pianzhang/contract/calendar'
import { FEATURE_NAMES } from '@pianzhang/contract/features'
import { code, nothing } from '@pianzhang/contract/page'
import { type Model, RESOURCES } from '@pianzhang/contract/permissions'
import {
  captchaAnswer,
  loginAnswer,
  loginBody,
  ownSessionList,
  type Profile,
  passwordBody,
  preferences,
  profile,
} from '@pianzhang/contract/session'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/database.ts'
import { account, login, open } from '../../platform/http/guard.ts'
import { isOperator } from '../../platform/http/operator.ts'
import {
  type Input,
  ownTransaction,
  type PersonContext,
  type Route,
  read,
  write,
} from '../../platform/http/route.ts'
import { siteNotices } from '../../platform/pages/site.ts'
import { logIn, makeCaptcha } from './login.ts'
import { endSession, listSessions, logOut } from './own-sessions.ts'
import { changePassword } from './password.ts'

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

async function showPreferences(db: Db, context: PersonContext) {
  const row = await db
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', context.userId)
    .executeTakeFirstOrThrow()
  return row.preferences as z.input<typeof preferences>
}

/** Replaces the person's preferences. They are no business record, so there is no audit entry. */
async function savePreferences(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, z.output<typeof preferences>>,
) {
  await tx
    .updateTable('users')
    .set({ preferences: JSON.stringify(body) })
    .where('id', '=', context.userId)
    .execute()
  return body
}

function showProfile(context: PersonContext): Profile {
  const { project } = context
  const operates = isOperator(context)
  return {
    code: context.userCode,
    name: context.userName,
    phone: context.phone,
    company: { code: context.companyCode, name: context.companyName },
    role: {
      code: context.role?.code ?? '',
      name: context.isSuper ? '超级管理员' : (context.role?.name ?? ''),
      is_super: context.isSuper,
    },
    current_permissions: RESOURCES.flatMap(({ model, actions }) => {
      const allowed = actions.filter((action) => context.can(model as Model, action))
      return allowed.length > 0 ? [{ resource_model: model, actions: allowed }] : []
    }),
    current_project: project && {
      code: project.code,
      name: project.name,
      archive_at: project.archiveAt && formatInstant(project.archiveAt),
      expire_at: project.expireAt,
      expired: project.readOnly === 'expired',
    },
    must_change_password: context.mustChangePassword,
    must_set_second_factor: context.mustSetSecondFactor,
    features: FEATURE_NAMES.filter((feature) => context.features.has(feature)),
    is_operator: operates,
    notices: operates ? siteNotices(context.services.site) : [],
  }
}
