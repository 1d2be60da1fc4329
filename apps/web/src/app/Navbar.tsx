import { Link } from '@tanstack/react-router'
import { ProjectSwitcher } from '../modules/projects/ProjectSwitcher.tsx'
import { UserMenu } from '../modules/sessions/UserMenu.tsx'
import { IconClose, IconMenu, Logo } from '../ui/icons.tsx'
import { FeatureBar } from './FeatureBar.tsx'
import styles from './Navbar.module.css'

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
