import type { ComponentProps } from 'react'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { type ItemProps, merge } from '../../../ui/form/items/item.ts'
import { SubjectPicker } from './SubjectPicker.tsx'
import { useSubjects } from './selects.ts'
import { type Booked, bookedOn, subjectChoices } from './subjects.ts'

const Item = basicItems<Record<string, unknown>>()
const NONE: readonly Booked[] = []

interface Props
  extends Omit<ItemProps, 'label'>,
    Pick<ComponentProps<typeof SubjectPicker>, 'left' | 'onOpenChange'> {
  label?: string
  /** The record that is edited, newest version first. */
  seen?: readonly Booked[]
}

/** The subject that a record is booked on, in a form. */
export function SubjectItem({ name, label = '科目', seen = NONE, left, onOpenChange, ...item }: Props) {
  const { items, state } = useSubjects()
  return (
    <Item.Own
      name={name}
      label={label}
      merged={(field, text) => merge.choice(field, text, subjectChoices(items ?? [], seen))}
      {...item}
    >
      <SubjectPicker
        tree={items}
        state={state}
        known={bookedOn(seen[0])}
        left={left}
        onOpenChange={onOpenChange}
      />
    </Item.Own>
  )
}
