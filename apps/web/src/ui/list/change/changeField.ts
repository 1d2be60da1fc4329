import type { ComponentType } from 'react'

/** A field that is changed in several records together. */
export interface ChangeField {
  /** Its name in `changes` of the request. */
  name: string
  label: string
  /** Whether it may be emptied. */
  optional?: boolean
  /** The item of the form, named `name`, with `required` as an empty value must not empty the field by mistake. */
  Item: ComponentType
}
