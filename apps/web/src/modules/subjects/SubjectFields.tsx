import { Input, type InputRef } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { Field } from '../../ui/fields/Field.tsx'
import styles from './subjects.module.css'
import type { NewSubjectForm } from './useNewSubject.ts'

/** 科目编号 and 科目名称. `id` is the prefix of the field ids: `<id>-out_code`, `<id>-name`. */
export function SubjectFields({ id, form }: { id: string; form: NewSubjectForm }) {
  const { number, suggested } = form
  const field = useRef<InputRef>(null)
  // A suggested number that arrives in the focused field fills it up to `maxLength`. It is selected, so that typing replaces it.
  useLayoutEffect(() => {
    const input = field.current?.input
    if (suggested && number !== '' && input && input === document.activeElement) input.select()
  }, [number, suggested])
  return (
    <div className={styles.fields}>
      <Field id={`${id}-out_code`} label="科目编号" required error={form.errors.out_code}>
        {(props) => (
          <Input
            {...props}
            ref={field}
            className="num"
            inputMode="numeric"
            autoComplete="off"
            placeholder={form.loading ? '加载中…' : '请输入科目编号'}
            maxLength={8}
            value={number}
            onChange={(event) => form.setNumber(event.target.value)}
          />
        )}
      </Field>
      <Field id={`${id}-name`} label="科目名称" required error={form.errors.name}>
        {(props) => (
          <Input
            {...props}
            autoComplete="off"
            placeholder="请输入科目名称"
            maxLength={200}
            value={form.name}
            onChange={(event) => form.setName(event.target.value)}
          />
        )}
      </Field>
    </div>
  )
}
