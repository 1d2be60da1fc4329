import { Form } from 'antd'
import type { ComponentProps } from 'react'
import { ImagesField, imagesStored } from '../../images/ImagesField.tsx'
import type { FormImage } from '../../images/images.ts'
import { type ItemFor, type ItemProps, merge, type NamesOf, splitProps } from './item.ts'
import { useMerged } from './merged.ts'

/** Uploaded files, `most` at most. */
function Images(props: ItemProps & Pick<ComponentProps<typeof ImagesField>, 'most' | 'types'>) {
  const [{ label, ...item }, control] = splitProps(props)
  const labelId = `${item.name}-label`
  useMerged(merge.files(item.name, label))
  return (
    <Form.Item rules={[imagesStored]} {...item} label={<span id={labelId}>{label}</span>}>
      <ImagesField addName={`上传${label}`} labelledBy={labelId} {...control} />
    </Form.Item>
  )
}

const ITEMS = { Images }

/** Items that upload. */
export const imageItems = <V extends object>() =>
  ITEMS as { Images: ItemFor<typeof Images, NamesOf<V, FormImage[]>> }
