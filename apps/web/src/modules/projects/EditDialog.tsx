import type { Project } from '@pianzhang/contract/projects'
import { mergeFields } from '../../ui/form/conflict/fields.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { projects } from './api.ts'
import { projectsChanged } from './changed.ts'
import { fieldOf, formOf, ProjectFields, type ProjectValues, valuesOf } from './fields.tsx'

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

/** 编辑项目. */
export default function EditProjectDialog({ project, onClose }: Props) {
  return (
    <FormDialog
      title="编辑项目"
      width={520}
      initial={valuesOf(project)}
      edited={{
        record: project,
        latest: () => projects.latest(project.code),
        valuesOf,
        fields: FIELDS,
      }}
      send={(values, key, version) => projects.update(project.code, { ...formOf(values), version }, key)}
      onSaved={projectsChanged}
      fieldOf={fieldOf}
      onClose={onClose}
    >
      <ProjectFields />
    </FormDialog>
  )
}
