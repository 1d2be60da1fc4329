import { currentDay } from '../../../platform/currentDay.ts'
import { lastReminders } from '../../../platform/session/tab.ts'
import styles from './StripPlaceholder.module.css'

interface Props {
  /** The open project's code. */
  project: string
}

/** Value of `lastReminders` after messages of this day were shown. */
export const shownOn = (project: string, day: string): string => `${project} ${day}`

/** Keeps the strip's place while it loads, if this browser has shown messages of today, so that the page below does not move. */
export const StripPlaceholder = ({ project }: Props) =>
  lastReminders.get() === shownOn(project, currentDay()) ? <div className={styles.placeholder} /> : null
