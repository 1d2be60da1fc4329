import { FAILURES } from '@pianzhang/contract/errors'
import type { ProjectBody } from '@pianzhang/contract/projects'
import { Form, Input } from 'antd'
import { queryClient } from '../../platform/query.ts'
import { DateRange } from '../../ui/fields/DateRange.tsx'
import { type Dates, dateRule } from '../../ui/fields/dates.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { createProject, projectsQuery } from './api.ts'

interface Values extends Pick<ProjectBody, 'name' | 'director' | 'main_character' | 'desc'> {
  period: Dates
}

const NEW: Values = { name: '', director: '', main_character: '', desc: '', period: null }

/** One wrong date is shown below the range, which is one field of the form and two of the API. */
const fieldOf = (field: string): string => (/_date_at$/.test(field) ? 'period' : field)

interface Props {
  onClose: () => void
  /** The quota was used up meanwhile, in the server's words. */
  onFull: (text: string) => void
}

/** 新建项目. */
export default function NewProjectDialog({ onClose, onFull }: Props) {
  return (
    <FormDialog
      title="新建项目"
      width={520}
      initial={NEW}
      send={({ period, ...values }, key) =>
        createProject(
          { ...values, start_date_at: period?.[0] ?? null, end_date_at: period?.[1] ?? null },
          key,
        )
      }
      onSaved={() => queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })}
      onRefused={({ code, message }) => code === FAILURES.quotaFull.code && onFull(message)}
      fieldOf={fieldOf}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="项目名称"
        rules={[{ required: true, whitespace: true, message: '请输入项目名称' }]}
      >
        <Input autoFocus placeholder="请输入项目名称" maxLength={200} />
      </Form.Item>
      <Form.Item name="director" label="总导演">
        <Input placeholder="请输入总导演" maxLength={200} />
      </Form.Item>
      <Form.Item name="main_character" label="主演">
        <Input placeholder="请输入主演" maxLength={200} />
      </Form.Item>
      <Form.Item name="period" label="拍摄周期" rules={[dateRule()]}>
        <DateRange shortcuts={false} />
      </Form.Item>
      <Form.Item name="desc" label="故事梗概">
        <Input.TextArea placeholder="请输入故事梗概" maxLength={2000} autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </FormDialog>
  )
}
