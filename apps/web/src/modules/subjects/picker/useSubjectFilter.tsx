import { listFilter } from '../../../ui/filters/filter.tsx'
import { laterField } from '../../../ui/filters/lateFields.tsx'
import { useSubjects } from './selects.ts'
import styles from './subjectFilter.module.css'
import { labels } from './subjects.ts'

/** `SubjectFilter` for filter bars, loaded on demand. */
const SubjectFilter = laterField(
  async () => ({ default: (await import('./SubjectPicker.tsx')).SubjectFilter }),
  () => [{ placeholder: '请选择科目', name: '科目' }],
)

/** The filter of a list by subjects of any level. A code shows as it is until its name is loaded. */
export function useSubjectFilter() {
  const tree = useSubjects()
  const subjects = labels(tree.items ?? [])
  return listFilter(
    '科目',
    'subject_three_codes',
    (code) => {
      const subject = subjects.get(code)
      return subject && `${subject.number} ${subject.name}`
    },
    (codes, set) => (
      <SubjectFilter
        className={styles.subject ?? ''}
        aria-label="科目"
        tree={tree.items}
        state={tree.state}
        value={codes ?? []}
        onChange={(next) => set(next.length > 0 ? next : undefined)}
      />
    ),
  )
}
