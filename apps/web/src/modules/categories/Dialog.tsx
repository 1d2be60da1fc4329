import type { Category } from '@pianzhang/contract/categories'
import { Form, Input } from 'antd'
import { mergeFields } from '../../ui/form/conflict/fields.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { Categories } from './api.ts'

interface Props {
  of: Categories
  /** Null: a new type. */
  row: Category | null
  onClose: () => void
}

const valuesOf = (row: Category | null) => ({ name: row?.name ?? '' })
const fields = mergeFields<ReturnType<typeof valuesOf>>()
const FIELDS = fields.all([fields.text('name', '类型名称')])

/** 新增付款类型 / 修改付款类型, 新增投资类型 / 修改投资类型. */
export default function CategoryDialog({ of, row, onClose }: Props) {
  return (
    <FormDialog
      title={`${row ? '修改' : '新增'}${of.noun}`}
      width={440}
      initial={valuesOf(row)}
      edited={
        row && {
          record: row,
          latest: () => of.latest(row.id),
          valuesOf,
          fields: FIELDS,
        }
      }
      send={({ name }, key, version) => {
        const body = { name: name.trim(), version }
        return row ? of.update(row.id, body, key) : of.create(body, key)
      }}
      onSaved={of.changed}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="类型名称"
        rules={[{ required: true, whitespace: true, message: '请输入类型名称' }]}
      >
        <Input autoFocus autoComplete="off" placeholder="请输入类型名称" maxLength={200} />
      </Form.Item>
    </FormDialog>
  )
}
