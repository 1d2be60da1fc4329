import { INITIAL_PASSWORD_DAYS } from '@pianzhang/contract/password'
import type { User } from '@pianzhang/contract/users'
import { copyText } from '../../ui/copy.ts'
import { showNotice } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import styles from './users.module.css'
import { nameOf } from './words.ts'

const RULE = `${INITIAL_PASSWORD_DAYS}天内有效，首次登录须修改`

/** Shows the password that the server made for an account, and a text to send to its owner. No other answer of the server has it. */
export const showInitialPassword = (user: User, password: string): void =>
  showNotice({
    title: '初始密码',
    text: (
      <>
        <p>{nameOf(user)}</p>
        <p className={`num ${styles.password}`}>{password}</p>
        <p>只显示这一次，请立即转告本人。{RULE}。</p>
      </>
    ),
    ok: '关闭',
    also: { text: '复制', run: () => copy(user, password) },
  })

async function copy({ phone }: User, password: string): Promise<void> {
  const lines = [`网址：${location.origin}`, `手机号：${phone}`, `初始密码：${password}（${RULE}）`]
  if (await copyText(['片账登录信息', ...lines].join('\n'))) toast.success('复制成功')
  else toast.error('复制失败，请选中密码后手动复制')
}
