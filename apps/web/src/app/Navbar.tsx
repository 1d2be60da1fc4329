import { NOTICE_FEATURES } from '@pianzhang/contract/notice-features'
import { Link } from '@tanstack/react-router'
import { BellShape } from '../modules/notifications/BellShape.tsx'
import { ProjectSwitcher } from '../modules/projects/ProjectSwitcher.tsx'
import { UserMenu } from '../modules/sessions/UserMenu.tsx'
import { useProfile } from '../platform/session/session.ts'
import { later } from '../ui/code/later.tsx'
import { IconClose, IconMenu, Logo } from '../ui/icons.tsx'
import styles from './Navbar.module.css'

const Bell = later(
  async () => ({ default: (await import('../modules/notifications/Bell.tsx')).Bell }),
  BellShape,
)

/** In the bar at the top: the bell, where a feature is on that speaks through it. */
function FeatureBar() {
  const { features } = useProfile()
  return NOTICE_FEATURES.some((feature) => features.includes(feature)) && <Bell />
}

export function Navbar({
  narrow,
  menuOpen,
  onMenu,
}: {
  narrow: boolean
  menuOpen: boolean
  onMenu: () => void
}) {
  return (
    <header className={styles.bar}>
      {narrow ? (
        <button
          type="button"
          className={styles.menu}
          aria-expanded={menuOpen}
          aria-label={menuOpen ? '收起菜单' : '展开菜单'}
          onClick={onMenu}
        >
          {menuOpen ? <IconClose size={20} /> : <IconMenu size={20} />}
        </button>
      ) : (
        <Link to="/project/index" className={styles.brand}>
          <Logo />
          片账
        </Link>
      )}
      <ProjectSwitcher />
      <div className={styles.end}>
        <FeatureBar />
        <UserMenu narrow={narrow} />
      </div>
    </header>
  )
}
