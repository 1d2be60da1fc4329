import { Suspense, useRef, useState } from 'react'
import { clearDrafts } from '../../platform/session/drafts.ts'
import { leave } from '../../platform/session/leave.ts'
import { useProfile } from '../../platform/session/session.ts'
import { loginPhone } from '../../platform/session/tab.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { mayLeavePage } from '../../ui/form/unsaved.ts'
import { IconChevronDown } from '../../ui/icons.tsx'
import { Menu } from '../../ui/popup/Menu.tsx'
import { Confirmations } from './second-factor/Confirmations.tsx'
import styles from './UserMenu.module.css'

// Rarely opened, so not part of the shell's chunk.
const PasswordDialog = lazyDialog(() => import('./PasswordDialog.tsx'))
const DevicesDialog = lazyDialog(() => import('./DevicesDialog.tsx'))
const SecondFactorDialog = lazyDialog(() => import('./second-factor/SecondFactorDialog.tsx'))
const DIALOGS = { password: PasswordDialog, second_factor: SecondFactorDialog, devices: DevicesDialog }

/** What this browser kept of the person who logs out. */
function forget(): void {
  clearDrafts()
  loginPhone.set(null)
}

export function UserMenu({ narrow }: { narrow: boolean }) {
  const profile = useProfile()
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null)
  const button = useRef<HTMLButtonElement | null>(null)
  const close = () => {
    setDialog(null)
    // The menu entry that opened the dialog is unmounted; deferred until the dialog's focus trap is removed.
    setTimeout(() => button.current?.focus())
  }

  async function choose(key: string) {
    // The menu has given the focus back to its button.
    button.current = document.activeElement as HTMLButtonElement
    if (key in DIALOGS) setDialog(key as keyof typeof DIALOGS)
    else if (key === 'guide') open('/guide/index.html', '_blank', 'noopener')
    else if (key === 'logout' && (await mayLeavePage())) await leave({ logout: true, forget, to: '/login' })
  }

  const Dialog = dialog && DIALOGS[dialog]
  const who = (
    <span className={styles.who}>
      {profile.name}　{profile.role.name}
      <br />
      <span className="num">{profile.phone}</span>
    </span>
  )

  return (
    <>
      <Menu
        align="end"
        items={[
          { key: 'who', label: who, disabled: true },
          { key: 'password', label: '修改密码', divided: true },
          { key: 'second_factor', label: '两步验证' },
          { key: 'devices', label: '我的登录设备' },
          { key: 'guide', label: '使用指南' },
          { key: 'logout', label: '退出登录', divided: true },
        ]}
        onChoose={(key) => void choose(key)}
      >
        {(menu) => (
          <button {...menu} type="button" className={styles.user}>
            <span className="visually-hidden">账号：</span>
            <span className={styles.avatar} aria-hidden="true">
              {[...profile.name][0]}
            </span>
            <span className={narrow ? 'visually-hidden' : styles.name}>
              {profile.name} <span className={styles.role}>{profile.role.name}</span>
            </span>
            {!narrow && <IconChevronDown size={14} />}
          </button>
        )}
      </Menu>
      <Suspense>{Dialog && <Dialog onClose={close} />}</Suspense>
      <Confirmations />
    </>
  )
}
