import { companyApi } from '@pianzhang/contract/api/base'
import { sessionApi } from '@pianzhang/contract/api/sessions'
import { nothing } from '@pianzhang/contract/page'
import {
  recoveryCodes,
  secondFactor,
  secondFactorCode,
  secondFactorKey,
  secondFactorLogin,
  secondFactorOff,
  secondFactorPassword,
  secondFactorRule,
} from '@pianzhang/contract/second-factor'
import { sessionToken } from '@pianzhang/contract/session'
import { account, confirmed, open, superOnly } from '../../../platform/http/guard.ts'
import { ownTransaction, type Route, read, write } from '../../../platform/http/route.ts'
import { logInWithCode } from './login.ts'
import { confirm, newRecoveryCodes, offerSecret, showSecondFactor, turnOff, turnOn } from './own.ts'
import { changeRule, showRule } from './rule.ts'

/** One's own two-step verification. Open to `account`, as people who must set it up may do nothing else. */
export const secondFactorRoutes: Route[] = [
  ownTransaction(
    sessionApi.loginWithCode,
    {
      summary: 'The second step of a login',
      access: open,
      body: secondFactorLogin,
      answer: sessionToken,
    },
    logInWithCode,
  ),
  read(
    sessionApi.secondFactor,
    { summary: "One's own two-step verification", access: account, answer: secondFactor },
    showSecondFactor,
  ),
  ownTransaction(
    sessionApi.offerKey,
    {
      summary: 'A key for an authenticator app',
      access: account,
      body: secondFactorPassword,
      answer: secondFactorKey,
    },
    offerSecret,
  ),
  ownTransaction(
    sessionApi.turnOn,
    {
      summary: 'Turn it on with a code of the key; other sessions end',
      access: account,
      body: secondFactorCode,
      answer: recoveryCodes,
    },
    turnOn,
  ),
  ownTransaction(
    sessionApi.turnOff,
    {
      summary: 'Turn it off; other sessions end',
      access: account,
      body: secondFactorOff,
      msg: '两步验证已关闭',
      answer: nothing,
    },
    turnOff,
  ),
  ownTransaction(
    sessionApi.renewCodes,
    { summary: 'New recovery codes', access: account, body: secondFactorCode, answer: recoveryCodes },
    newRecoveryCodes,
  ),
  ownTransaction(
    sessionApi.confirm,
    {
      summary: 'Give a code for acts on passwords and rights in the next 10 minutes',
      access: account,
      body: secondFactorCode,
      answer: nothing,
    },
    confirm,
  ),
]

/** Of whom a company requires it. */
export const secondFactorRuleRoutes: Route[] = [
  read(
    companyApi.secondFactor,
    { summary: 'Of whom two-step verification is required', access: superOnly, answer: secondFactorRule },
    showRule,
  ),
  write(
    companyApi.saveSecondFactor,
    {
      summary: 'Require two-step verification',
      access: confirmed(superOnly),
      body: secondFactorRule,
      answer: secondFactorRule,
    },
    changeRule,
  ),
]
