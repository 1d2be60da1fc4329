import { listFilter } from '../../../ui/filters/filter.tsx'
import { laterField } from '../../../ui/filters/lateFields.tsx'
import { useSubjects } from '../../subjects/picker/selects.ts'
import styles from '../../subjects/picker/subjectFilter.module.css'
import { labels } from '../../subjects/picker/subjects.ts'

const SubjectFilter = laterField(
  async () => ({ default: (await import('../../subjects/picker/SubjectPicker.tsx')).SubjectFilter }),
  ({ 'aria-label': name }) => [{ placeholder: `请选择${name}`, name: String(name) }],
)

/** The filters of moves by the subjects that gave and by those that got, of any level. A code shows as it is until its name is loaded. */
export function useSubjectFilters() {
  const tree = useSubjects()
  const subjects = labels(tree.items ?? [])
  const labelOf = (code: string) => {
    const subject = subjects.get(code)
    return subject && `${subject.number} ${subject.name}`
  }
  const by = <K extends string>(name: string, key: K) =>
    listFilter(name, key, labelOf, (codes, set) => (
      <SubjectFilter
        className={styles.subject ?? ''}
        aria-label={name}
        placeholder={`请选择${name}`}
        maxTagPlaceholder={(hidden) => `${name} ${hidden.length} 项`}
        tree={tree.items}
        state={tree.state}
        value={codes ?? []}
        onChange={(next) => set(next.length > 0 ? next : undefined)}
      />
    ))
  return [by('调出科目', 'from_codes'), by('调入科目', 'to_codes')] as const
}
