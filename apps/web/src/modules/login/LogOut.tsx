import { leave } from '../../platform/session/leave.ts'
import styles from './login.module.css'

/** Of a page for people who are signed in and can do nothing else yet. */
export const LogOut = () => (
  <button type="button" className={styles.plain} onClick={() => void leave({ logout: true, to: '/login' })}>
    退出登录
  </button>
)
