import type * as attachments from '../attachments.ts'
import { answer, ask, body, get, post, put, query, remove, resource } from '../endpoint.ts'
import type { nothing } from '../page.ts'
import type * as projects from '../projects.ts'
import type { resourceList, resourcesQuery } from '../roles.ts'
import type * as secondFactor from '../second-factor.ts'
import type * as session from '../session.ts'
import type { healthAnswer, site } from '../session.ts'

// Signing in, and what the page calls before and beside its modules.

export const captchaApi = resource(
  '/captchas',
  {
    create: post('', answer<typeof session.captchaAnswer>()),
  },
  true,
)

export const sessionApi = resource('/sessions', {
  login: post('', body<typeof session.loginBody, typeof session.loginAnswer>()),
  list: get('', answer<typeof session.ownSessionList>()),
  logout: remove('', answer<typeof nothing>()),
  end: remove('/:code', answer<typeof nothing>()),
  profile: get('/profile', answer<typeof session.profile>()),
  changePassword: put('/password', body<typeof session.passwordBody, typeof nothing>()),
  preferences: get('/preferences', answer<typeof session.preferences>()),
  savePreferences: put('/preferences', body<typeof session.preferences, typeof session.preferences>()),
  loginWithCode: post(
    '/second_factor',
    body<typeof secondFactor.secondFactorLogin, typeof session.sessionToken>(),
  ),
  secondFactor: get('/second_factor', answer<typeof secondFactor.secondFactor>()),
  offerKey: post(
    '/second_factor/key',
    body<typeof secondFactor.secondFactorPassword, typeof secondFactor.secondFactorKey>(),
  ),
  turnOn: put(
    '/second_factor',
    body<typeof secondFactor.secondFactorCode, typeof secondFactor.recoveryCodes>(),
  ),
  turnOff: remove('/second_factor', body<typeof secondFactor.secondFactorOff, typeof nothing>()),
  renewCodes: post(
    '/second_factor/codes',
    body<typeof secondFactor.secondFactorCode, typeof secondFactor.recoveryCodes>(),
  ),
  confirm: post('/second_factor/confirm', body<typeof secondFactor.secondFactorCode, typeof nothing>()),
})

export const serviceApi = resource(
  '',
  {
    health: get('/health', answer<typeof healthAnswer>()),
    site: get('/site', answer<typeof site>()),
    resources: get('/resources', query<typeof resourcesQuery, typeof resourceList>()),
  },
  true,
)

/** Event streams, which answer no JSON. */
export const eventApi = resource(
  '/event_source',
  {
    project: get('/project', answer<typeof nothing>()),
    order: get('/order', answer<typeof nothing>()),
  },
  true,
)

export const attachmentApi = resource(
  '',
  {
    attachments: get(
      '/attachments',
      query<typeof attachments.attachmentsQuery, typeof attachments.attachmentsAnswer>(),
    ),
    uploadToken: ask(
      '/qinius',
      body<typeof attachments.uploadTokenBody, typeof attachments.uploadTokenAnswer>(),
    ),
    confirmUpload: post(
      '/uploads/confirm',
      body<typeof attachments.uploadConfirmBody, typeof attachments.attachment>(),
    ),
  },
  true,
)

export const projectApi = resource('/projects', {
  list: get('', query<typeof projects.projectQuery, typeof projects.projectList>()),
  checkCreate: get('/check_create', answer<typeof nothing>()),
  show: get('/:code', answer<typeof projects.project>()),
  pending: get('/:code/pending', answer<typeof projects.projectPending>()),
  create: post('', body<typeof projects.projectBody, typeof projects.project>()),
  update: put('/:code', body<typeof projects.projectUpdate, typeof projects.project>()),
  archive: post('/:code/archive', answer<typeof projects.project>()),
  unarchive: post('/:code/unarchive', answer<typeof projects.project>()),
  select: post('/:code/selected', answer<typeof projects.project>()),
  remove: remove('/:code', answer<typeof nothing>()),
})
