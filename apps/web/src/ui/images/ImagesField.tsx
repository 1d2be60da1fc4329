import { useRef } from 'react'
import { faultRule } from '../form/rules.ts'
import { ImageUpload } from './ImageUpload.tsx'
import { type ChangeImages, type FormImage, unsent } from './images.ts'
import { useUploads } from './useUploads.ts'

interface Props {
  id?: string
  value?: readonly FormImage[]
  onChange?: (images: readonly FormImage[]) => void
  most: number
  types?: readonly string[]
  /** Name of the add button. */
  addName: string
  /** Id of the label's text: the field is no `input` that a label could name. */
  labelledBy: string
  /** Set by `Form.Item`: id of the field's error. */
  'aria-describedby'?: string
}

/** Files of a form, as a `Form.Item`'s control. */
export function ImagesField(props: Props) {
  const { id = 'images', value = [], onChange, 'aria-describedby': describedBy, ...rest } = props
  // Several uploads report between two renders, each by a function of the list.
  const latest = useRef(value)
  latest.current = value
  const change: ChangeImages = (next) => {
    latest.current = next(latest.current)
    onChange?.(latest.current)
  }
  const signal = useUploads()
  return (
    <ImageUpload
      {...rest}
      images={value}
      onChange={change}
      signal={signal}
      addId={id}
      describedBy={describedBy}
    />
  )
}

/** A form's rule: all of them must be stored. */
export const imagesStored = faultRule(unsent)
