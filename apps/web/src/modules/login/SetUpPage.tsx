import { Suspense } from 'react'
import { wantedAfterLogin } from '../../platform/session/redirect.ts'
import { lazyPage } from '../../ui/code/lazy.tsx'
import { Frame } from './Frame.tsx'
import { LogOut } from './LogOut.tsx'
import styles from './login.module.css'

const SetUp = lazyPage(() => import('../sessions/second-factor/SetUp.tsx'))

/** Page for people of whom their company requires two-step verification: nothing else works before they have set it up. */
export function SetUpPage() {
  return (
    <Frame title="设置两步验证">
      <p className={styles.notice}>公司要求两步验证，设置后才能继续使用。</p>
      <Suspense>
        <SetUp onDone={() => location.replace(wantedAfterLogin())} />
      </Suspense>
      <LogOut />
    </Frame>
  )
}
