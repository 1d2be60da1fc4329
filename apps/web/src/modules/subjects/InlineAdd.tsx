import { Button } from 'antd'
import { SubjectFields } from './SubjectFields.tsx'
import styles from './subjects.module.css'
import type { NewSubjectForm } from './useNewSubject.ts'

interface Props {
  /** 新增一级科目 */
  title: string
  id: string
  form: NewSubjectForm
  onCancel: () => void
  onSave: () => void
}

/** Adds a missing parent inside the dialog. Enter saves only the parent, not the surrounding form. */
export function InlineAdd({ title, id, form, onCancel, onSave }: Props) {
  return (
    <fieldset
      className={styles.inline}
      aria-label={title}
      onKeyDown={(event) => {
        if (
          event.key !== 'Enter' ||
          event.nativeEvent.isComposing ||
          !(event.target instanceof HTMLInputElement)
        )
          return
        event.preventDefault()
        onSave()
      }}
    >
      <SubjectFields id={id} form={form} />
      <div className={styles.inlineButtons}>
        <Button onClick={onCancel}>取消</Button>
        <Button color="primary" variant="outlined" loading={form.saving} onClick={onSave}>
          确定
        </Button>
      </div>
    </fieldset>
  )
}
