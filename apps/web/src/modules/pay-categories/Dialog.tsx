import type { PayCategory } from '@pianzhang/contract/pay-categories'
import { Form, Input } from 'antd'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { createPayCategory, latestPayCategory, payCategoriesChanged, updatePayCategory } from './api.ts'

interface Props {
  /** Null: a new type. */
  row: PayCategory | null
  onClose: () => void
}

/** 新增付款类型 / 修改付款类型. */
export default function PayCategoryDialog({ row, onClose }: Props) {
  return (
    <FormDialog
      title={row ? '修改付款类型' : '新增付款类型'}
      width={440}
      initial={{ name: row?.name ?? '' }}
      edited={
        row && {
          version: row.version,
          latest: () => latestPayCategory(row.id),
          show: (latest) => `最新内容：${latest.name}`,
        }
      }
      send={({ name }, key, version) => {
        const body = { name: name.trim(), version }
        return row ? updatePayCategory(row.id, body, key) : createPayCategory(body, key)
      }}
      onSaved={payCategoriesChanged}
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
