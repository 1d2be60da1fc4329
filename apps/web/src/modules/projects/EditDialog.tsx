import { type Project, projectBody } from '@pianzhang/contract/projects'
import { mergeFields } from '../../ui/form/conflict/fields.ts'
import { RecordDialog } from '../../ui/form/RecordDialog.tsx'
import { projects } from './api.ts'
import { projectsChanged } from './changed.ts'
import { bodyOf, fieldOf, ProjectFields, type ProjectValues, valuesOf } from './fields.tsx'

interface Props {
  project: Project
  onClose: () => void
}

const fields = mergeFields<ProjectValues>()
const FIELDS = fields.all([
  fields.text('name', '项目名称'),
  fields.text('director', '总导演'),
  fields.text('main_character', '主演'),
  fields.text('period', '拍摄周期'),
  fields.text('desc', '故事梗概'),
])
const CALLS = { ...projects, changed: projectsChanged }

/** 编辑项目. */
export default function EditProjectDialog({ project, onClose }: Props) {
  return (
    <RecordDialog
      of={CALLS}
      title="编辑项目"
      width={520}
      row={project}
      values={valuesOf}
      body={bodyOf}
      shape={projectBody.shape}
      fields={FIELDS}
      fieldOf={fieldOf}
      onClose={onClose}
    >
      <ProjectFields />
    </RecordDialog>
  )
}
