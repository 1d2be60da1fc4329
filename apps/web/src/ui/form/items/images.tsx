import { Form } from 'antd'
import type { ComponentProps } from 'react'
import { ImagesField, imagesStored } from '../../images/ImagesField.tsx'
import type { FormImage } from '../../images/images.ts'
import { type For, itemProps, type Named, type NamesOf } from './item.ts'

/** Uploaded files, at most so many. */
function Images(props: Named & Pick<ComponentProps<typeof ImagesField>, 'most' | 'types'>) {
  const [{ label, ...item }, control] = itemProps(props)
  const labelId = `${item.name}-label`
  return (
    <Form.Item rules={[imagesStored]} {...item} label={<span id={labelId}>{label}</span>}>
      <ImagesField addName={`上传${label}`} labelledBy={labelId} {...control} />
    </Form.Item>
  )
}

const ITEMS = { Images }

/** Items that upload. */
export const imageItems = <V extends object>() =>
  ITEMS as { Images: For<typeof Images, NamesOf<V, FormImage[]>> }
