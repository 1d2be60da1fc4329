import { Button } from '../Button.tsx'
import { IconReload, IconWarning } from '../icons.tsx'
import styles from '../states/States.module.css'

/** Fallback for a page that threw while rendering. The error's text is not shown; it is in the console only. */
export function PageCrash() {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon}>
        <IconWarning size={22} className="red" />
      </span>
      <p>页面出现错误，请刷新后重试。</p>
      <Button icon={<IconReload size={14} />} onClick={() => location.reload()}>
        刷新页面
      </Button>
    </div>
  )
}
