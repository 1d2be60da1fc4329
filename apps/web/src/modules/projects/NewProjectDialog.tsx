import { FAILURES } from '@pianzhang/contract/errors'
import { projectBody } from '@pianzhang/contract/projects'
import { queryClient } from '../../platform/query.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { projects, projectsQuery } from './api.ts'
import { bodyOf, fieldOf, ProjectFields, valuesOf } from './fields.tsx'

const NEW = valuesOf(null)

interface Props {
  onClose: () => void
  /** Called with the server's message if the quota was used up meanwhile. */
  onFull: (text: string) => void
}

/** 新建项目. */
export default function NewProjectDialog({ onClose, onFull }: Props) {
  return (
    <FormDialog
      title="新建项目"
      width={520}
      initial={NEW}
      send={(values, key) => projects.create(bodyOf(values), key)}
      onSaved={() => queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })}
      onRefused={({ code, message }) => code === FAILURES.quotaFull.code && onFull(message)}
      fieldOf={fieldOf}
      shape={projectBody.shape}
      onClose={onClose}
    >
      <ProjectFields />
    </FormDialog>
  )
}
