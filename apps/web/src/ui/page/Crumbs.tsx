import styles from './Crumbs.module.css'

interface Crumb {
  key: string
  text: string
  onClick: () => void
}

/** Breadcrumbs of a drill-down: the last is the current level, each other one links back to its level. */
export function Crumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={label} className={styles.crumbs}>
      <ol>
        {crumbs.map(({ key, text, onClick }, index) => (
          <li key={key}>
            {index < crumbs.length - 1 ? (
              <button type="button" onClick={onClick}>
                {text}
              </button>
            ) : (
              <span aria-current="location">{text}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
