import { today } from '@pianzhang/contract/calendar'
import { lastReminders } from '../../../platform/session/tab.ts'
import styles from './StripPlaceholder.module.css'

interface Props {
  /** The open project's code. */
  project: string
}

/** `lastReminders` for messages of this day. */
export const shownOn = (project: string, day: string): string => `${project} ${day}`

/** The strip's place while it loads, if this browser has shown messages of today: the page under it does not move then. */
export const StripPlaceholder = ({ project }: Props) =>
  lastReminders.get() === shownOn(project, today(new Date())) ? <div className={styles.placeholder} /> : null
