import { MAX_SCANS } from '@pianzhang/contract/contracts'
import { useRef } from 'react'
import { ImageUpload } from '../../../ui/images/ImageUpload.tsx'
import { type ChangeImages, type FormImage, IMAGE_TYPES, unsent } from '../../../ui/images/images.ts'
import { useUploads } from '../../../ui/images/useUploads.ts'

const SCAN_TYPES = [...IMAGE_TYPES, 'pdf']

interface Props {
  id?: string
  value?: readonly FormImage[]
  onChange?: (scans: readonly FormImage[]) => void
}

/** 合同扫描件 of a form: pictures and PDFs. */
export function ScansField({ id = 'scans', value = [], onChange }: Props) {
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
      images={value}
      onChange={change}
      most={MAX_SCANS}
      types={SCAN_TYPES}
      addName="上传合同扫描件"
      signal={signal}
      addId={id}
      labelledBy={`${id}-label`}
    />
  )
}

/** A form's rule: all of them must be stored. */
export const scansStored = {
  validator: async (_: unknown, scans: readonly FormImage[]): Promise<void> => {
    const why = unsent(scans)
    if (why) throw new Error(why)
  },
}
