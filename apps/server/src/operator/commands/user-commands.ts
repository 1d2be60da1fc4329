import { plainPhone } from '@pianzhang/contract/numbers'
import { resetByOperator } from '../../modules/users/operator.ts'
import type { Command } from './command.ts'

/** The operator's commands about accounts. */
export const USER_COMMANDS: readonly Command[] = [
  {
    name: 'user:reset',
    summary: '将账号的密码重置为手机号后8位，例如超级管理员忘记密码时',
    options: { phone: { text: '账号的手机号', required: true } },
    run: async ({ services }, { phone = '' }) => {
      const { code, name } = await resetByOperator(services, plainPhone(phone))
      return { message: `已重置 ${name} 的密码，其登录已全部退出，下次登录须修改密码`, data: { code } }
    },
  },
]
