import styles from './BellPlaceholder.module.css'

/** Keeps the bell's place in the bar until the rows of the page are there. */
export const BellPlaceholder = () => <span className={styles.place} />
