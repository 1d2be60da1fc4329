import { IconWarning } from '../../../ui/icons.tsx'
import styles from './detail.module.css'
import type { Refusal } from './refusal.ts'

/** Why an act was refused. */
export const RefusalBox = ({ refusal: { message, fields } }: { refusal: Refusal }) => (
  <div className={`${styles.box} ${styles.red}`} role="alert">
    <IconWarning size={16} />
    <div>
      {message}
      {fields.length > 0 && (
        <ul>
          {fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      )}
    </div>
  </div>
)
