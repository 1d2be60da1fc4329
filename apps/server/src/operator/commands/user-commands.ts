import { plainPhone } from '@pianzhang/contract/numbers'
import { INITIAL_PASSWORD_DAYS } from '@pianzhang/contract/password'
import { resetByOperator } from '../../modules/users/operator.ts'
import type { Command } from './command.ts'

/** The line that shows a password which the server made; nothing else does. */
export const shownOnce = (password: string): string =>
  `初始密码：${password}（只显示这一次，${INITIAL_PASSWORD_DAYS}天内有效，首次登录须修改）`

/** The operator's commands about accounts. */
export const USER_COMMANDS: readonly Command[] = [
  {
    name: 'user:reset',
    summary: '为账号生成新的初始密码，例如超级管理员忘记密码时',
    options: { phone: { text: '账号的手机号', required: true } },
    run: async ({ services }, { phone = '' }) => {
      const { name, ...data } = await resetByOperator(services, plainPhone(phone))
      const done = `已重置 ${name} 的密码，其登录已全部退出`
      return { message: `${done}\n${shownOnce(data.initial_password)}`, data }
    },
  },
]
