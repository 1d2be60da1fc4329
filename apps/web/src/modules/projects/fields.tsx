import type { Project } from '@pianzhang/contract/projects'
import { Form, Input } from 'antd'
import { DateRange } from '../../ui/fields/DateRange.tsx'
import { type Dates, dateRule } from '../../ui/fields/dates.ts'
import type { ProjectForm } from './api.ts'

export interface ProjectValues {
  name: string
  director: string
  main_character: string
  desc: string
  period: Dates
}

export const valuesOf = (project: Project | null): ProjectValues => ({
  name: project?.name ?? '',
  director: project?.director ?? '',
  main_character: project?.main_character ?? '',
  desc: project?.desc ?? '',
  period:
    project && (project.start_date_at || project.end_date_at)
      ? [project.start_date_at, project.end_date_at]
      : null,
})

export const formOf = ({ period, ...values }: ProjectValues): ProjectForm => ({
  ...values,
  start_date_at: period?.[0] ?? null,
  end_date_at: period?.[1] ?? null,
})

/** One wrong date is shown below the range, which is one field of the form and two of the API. */
export const fieldOf = (field: string): string => (/_date_at$/.test(field) ? 'period' : field)

/** The fields of a project in both dialogs. */
export const ProjectFields = () => (
  <>
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
      <DateRange shortcuts={false} label="拍摄周期" />
    </Form.Item>
    <Form.Item name="desc" label="故事梗概">
      <Input.TextArea placeholder="请输入故事梗概" maxLength={2000} autoSize={{ minRows: 3, maxRows: 8 }} />
    </Form.Item>
  </>
)
