import { DONE } from '@pianzhang/contract/errors'
import {
  PARENT_MISSING,
  SUBJECT_LEVELS,
  type Subject,
  type SubjectLevel,
  type SubjectOption,
} from '@pianzhang/contract/subjects'
import { Button, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { Field } from '../../ui/fields/Field.tsx'
import { useFormModal } from '../../ui/form/useFormModal.ts'
import { IconPlus } from '../../ui/icons.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { InlineAdd } from './InlineAdd.tsx'
import { ParentPicker } from './ParentPicker.tsx'
import { useSubjects } from './picker/selects.ts'
import { SubjectFields } from './SubjectFields.tsx'
import styles from './subjects.module.css'
import { labelOf } from './tree.ts'
import { useNewSubject } from './useNewSubject.ts'

const LEVELS = SUBJECT_LEVELS.map((label, value) => ({ label, value: value as SubjectLevel }))

const focus = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

interface Chain {
  one: string | null
  two: string | null
}

interface Props {
  onClose: () => void
  /** Also called for parents added inside the dialog. */
  onAdded: (subject: Pick<Subject, 'out_code'>) => void
}

/** 新增科目: level, parents, number and name. Missing parents can be added inside the dialog. */
export default function AddDialog({ onClose, onAdded }: Props) {
  const { items: tree, state } = useSubjects()
  const [level, setLevel] = useState<SubjectLevel>(2)
  const [{ one, two }, setChain] = useState<Chain>({ one: null, two: null })
  const [missing, setMissing] = useState<{ one?: string; two?: string }>({})
  /** Level of the parent being added inside the dialog. */
  const [inline, setInline] = useState<0 | 1 | null>(null)
  const [added, setAdded] = useState<Subject | null>(null)
  const main = useNewSubject(level, level === 0 ? null : level === 1 ? one : two, true)
  const extra = useNewSubject(inline ?? 0, inline === 1 ? one : null, inline !== null)
  const saving = main.saving || extra.saving
  const { modal, form, stays, finish } = useFormModal({
    dirty: main.dirty || (inline !== null && extra.dirty),
    saving,
    onClose,
    again: {},
  })

  const twos = one === null ? (tree ?? []).flatMap(below) : below(tree?.find((root) => root.value === one))

  const chooseLevel = (next: SubjectLevel) => {
    setLevel(next)
    setMissing({})
    main.forgetErrors()
    if (inline !== null && inline >= next) closeInline()
  }
  const chooseOne = (code: string) => {
    const keeps = below(tree?.find((root) => root.value === code)).some((child) => child.value === two)
    setChain({ one: code, two: keeps ? two : null })
    setMissing({})
  }
  const chooseTwo = (code: string) => {
    const root = tree?.find((node) => below(node).some((child) => child.value === code))
    setChain({ one: root?.value ?? one, two: code })
    setMissing({})
  }

  const openInline = (wanted: 0 | 1) => {
    if (wanted === 1 && one === null) {
      setMissing({ one: PARENT_MISSING[1] })
      focus('subject-one')
      return
    }
    extra.clear()
    setInline(wanted)
    focus('inline-name')
  }
  function closeInline() {
    setInline(null)
    extra.clear()
  }

  const saveInline = async () => {
    const subject = await extra.save()
    if (!subject) return focusWrong('inline')
    setChain(inline === 0 ? { one: subject.code, two: null } : { one, two: subject.code })
    setMissing({})
    onAdded(subject)
    setAdded(subject)
    closeInline()
    focus(inline === 0 && level === 2 ? 'subject-two' : 'subject-name')
  }

  const save = async () => {
    if (saving) return
    // A typed parent is saved first: the new subject needs it to exist.
    if (inline !== null && extra.dirty) return saveInline()
    if (inline !== null) closeInline()
    if (level > 0 && (level === 1 ? one : two) === null) {
      main.check()
      // Each level has its own message for a missing parent.
      setMissing({
        ...(one === null && { one: PARENT_MISSING[1] }),
        ...(level === 2 && { two: PARENT_MISSING[2] }),
      })
      return focus(one === null ? 'subject-one' : 'subject-two')
    }
    const subject = await main.save()
    if (!subject) return focusWrong('subject')
    onAdded(subject)
    if (stays.current) {
      main.clear()
      setAdded(subject)
      focus('subject-name')
    } else {
      toast.success(DONE)
      finish()
    }
  }

  const inlineForm = (wanted: 0 | 1) =>
    inline === wanted && (
      <InlineAdd
        id="inline"
        title={`新增${SUBJECT_LEVELS[wanted]}`}
        form={extra}
        onCancel={closeInline}
        onSave={() => void saveInline()}
      />
    )
  const addButton = (wanted: 0 | 1) => (
    <Button
      type="link"
      icon={<IconPlus size={14} />}
      aria-expanded={inline === wanted}
      onClick={() => openInline(wanted)}
    >
      新增{SUBJECT_LEVELS[wanted]}
    </Button>
  )
  const parentError = main.errors.parent_code

  return (
    <Modal {...modal} title="新增科目" width={560} confirmLoading={main.saving}>
      <form
        {...form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Segmented<SubjectLevel>
          block
          aria-label="科目级别"
          name="subject-level"
          options={LEVELS}
          value={level}
          onChange={chooseLevel}
        />
        {level > 0 && (
          <div className={styles.pair}>
            <Field
              id="subject-one"
              label={SUBJECT_LEVELS[0]}
              required
              error={missing.one ?? (level === 1 ? parentError : undefined)}
            >
              {(props) => (
                <ParentPicker
                  {...props}
                  autoFocus
                  name={SUBJECT_LEVELS[0]}
                  options={tree}
                  state={state}
                  value={one}
                  onChange={chooseOne}
                />
              )}
            </Field>
            {addButton(0)}
          </div>
        )}
        {level > 0 && inlineForm(0)}
        {level === 2 && (
          <div className={styles.pair}>
            <Field id="subject-two" label={SUBJECT_LEVELS[1]} required error={missing.two ?? parentError}>
              {(props) => (
                <ParentPicker
                  {...props}
                  name={SUBJECT_LEVELS[1]}
                  options={tree && twos}
                  state={state}
                  value={two}
                  onChange={chooseTwo}
                />
              )}
            </Field>
            {addButton(1)}
          </div>
        )}
        {level === 2 && inlineForm(1)}
        <SubjectFields id="subject" form={main} />
        <div role="status">{added && <p className={styles.added}>已新增 {labelOf(added)}</p>}</div>
      </form>
    </Modal>
  )
}

const below = (node: SubjectOption | undefined): readonly SubjectOption[] => node?.children ?? []

/** Focuses the first field with an error after it has rendered. */
const focusWrong = (id: string) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[id^="${id}-"][aria-invalid="true"]`)?.focus(),
  )
