import { plainPhone } from '@pianzhang/contract/numbers'
import { INITIAL_PASSWORD_DAYS } from '@pianzhang/contract/password'
import { resetByOperator } from '../../base/users/operator.ts'
import type { Command } from './command.ts'

/** The line that shows a password which the server made; nothing else does. */
export const shownOnce = (password: string): string =>
  `初始密码：${password}（只显示这一次，${INITIAL_PASSWORD_DAYS}天内有效，首次登录须修改）`

/** The operator's commands about accounts. */
export const USER_COMMANDS: readonly Command[] = [
  {
    name: 'user:reset',
    summary: '为账号生成新的初始密码，例如超级管理员忘记密码时',
    options: {
      phone: { text: '账号的手机号', required: true },
      'second-factor': { text: '写 off：同时解除两步验证，例如手机丢失时' },
    },
    run: async ({ services }, { phone = '', 'second-factor': factor }) => {
      if (factor !== undefined && factor !== 'off') throw new Error('只能是 off：--second-factor')
      const { name, ...data } = await resetByOperator(services, plainPhone(phone), factor === 'off')
      const done = `已重置 ${name} 的密码${factor === 'off' ? '，两步验证已解除' : ''}，其登录已全部退出`
      return { message: `${done}\n${shownOnce(data.initial_password)}`, data }
    },
  },
]
