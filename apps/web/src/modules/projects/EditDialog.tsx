import type { Project } from '@pianzhang/contract/projects'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { latestProject, updateProject } from './api.ts'
import { projectsChanged } from './changed.ts'
import { ProjectFacts } from './Facts.tsx'
import { fieldOf, formOf, ProjectFields, valuesOf } from './fields.tsx'

interface Props {
  project: Project
  onClose: () => void
}

/** 编辑项目. */
export default function EditProjectDialog({ project, onClose }: Props) {
  return (
    <FormDialog
      title="编辑项目"
      width={520}
      initial={valuesOf(project)}
      edited={{
        version: project.version,
        latest: () => latestProject(project),
        show: (latest) => (
          <>
            最新内容
            <ProjectFacts project={latest} />
          </>
        ),
      }}
      send={(values, key, version) => updateProject(project, { ...formOf(values), version }, key)}
      onSaved={projectsChanged}
      fieldOf={fieldOf}
      onClose={onClose}
    >
      <ProjectFields />
    </FormDialog>
  )
}
