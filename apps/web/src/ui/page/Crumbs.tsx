import styles from './Crumbs.module.css'

interface Crumb {
  key: string
  text: string
  onClick: () => void
}

/** Where one is in a drill-down; the last is here, each other one leads back to it. */
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
