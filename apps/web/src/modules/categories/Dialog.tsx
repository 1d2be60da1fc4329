import type { Category } from '@pianzhang/contract/categories'
import { Form, Input } from 'antd'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { Categories } from './api.ts'

interface Props {
  of: Categories
  /** Null: a new type. */
  row: Category | null
  onClose: () => void
}

/** 新增付款类型 / 修改付款类型, 新增投资类型 / 修改投资类型. */
export default function CategoryDialog({ of, row, onClose }: Props) {
  return (
    <FormDialog
      title={`${row ? '修改' : '新增'}${of.noun}`}
      width={440}
      initial={{ name: row?.name ?? '' }}
      edited={
        row && {
          version: row.version,
          latest: () => of.latest(row.id),
          show: (latest) => `最新内容：${latest.name}`,
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
