import { type NamedType, typeBody } from '@pianzhang/contract/types'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { RecordDialog, type RecordProps } from '../../ui/form/RecordDialog.tsx'
import type { NamedTypes } from './api.ts'

interface Props extends RecordProps<NamedType> {
  of: NamedTypes
}

const valuesOf = (row: NamedType | null) => ({ name: row?.name ?? '' })
type Values = ReturnType<typeof valuesOf>
const bodyOf = ({ name }: Values) => ({ name: name.trim() })

const Item = basicItems<Values>()

/** 新增付款类型 / 修改付款类型, 新增投资类型 / 修改投资类型. */
export default function TypeDialog({ of, row, onClose }: Props) {
  return (
    <RecordDialog
      of={of}
      title={`${row ? '修改' : '新增'}${of.noun}`}
      width={440}
      row={row}
      values={valuesOf}
      body={bodyOf}
      shape={typeBody.shape}
      onClose={onClose}
    >
      <Item.Text name="name" label="类型名称" required autoFocus />
    </RecordDialog>
  )
}
