import { type Project, projectBody } from '@pianzhang/contract/projects'
import { RecordDialog } from '../../ui/form/RecordDialog.tsx'
import { projects } from './api.ts'
import { projectsChanged } from './changed.ts'
import { bodyOf, fieldOf, ProjectFields, valuesOf } from './fields.tsx'

interface Props {
  project: Project
  onClose: () => void
}

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
      fieldOf={fieldOf}
      onClose={onClose}
    >
      <ProjectFields />
    </RecordDialog>
  )
}
