import { projectApi } from '@pianzhang/contract/api/sessions'
import { code, nothing } from '@pianzhang/contract/page'
import {
  type Project,
  project,
  projectBody,
  projectList,
  projectPending,
  projectQuery,
  projectUpdate,
} from '@pianzhang/contract/projects'
import { z } from 'zod'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import { inCompany, login } from '../../platform/http/guard.ts'
import { type Input, type PersonContext, type Route, read, write } from '../../platform/http/route.ts'
import { archiveProject, showPending, unarchiveProject } from './archive.ts'
import { checkCreate, listProjects, showProject } from './list.ts'
import { inside, loadProject, projectAnswer } from './load.ts'
import { addProject, removeProject, updateProject } from './save.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inCompany('project', action)

/** Projects belong to the company, so the guard checks no project: each function loads its project by code, if the person may enter it. */
export const projectRoutes: Route[] = [
  read(
    projectApi.list,
    {
      summary: 'The projects I may enter, and the quota',
      access: login,
      query: projectQuery,
      answer: projectList,
    },
    listProjects,
  ),
  read(
    projectApi.checkCreate,
    { summary: 'Whether the quota allows one more project', access: may('write'), answer: nothing },
    checkCreate,
  ),
  read(
    projectApi.show,
    { summary: 'One project', access: may('read'), params, answer: project },
    showProject,
  ),
  read(
    projectApi.pending,
    {
      summary: 'What is under way in it, before it is archived',
      access: may('delete'),
      params,
      answer: projectPending,
    },
    showPending,
  ),
  write(
    projectApi.create,
    { summary: 'Create a project', access: may('write'), body: projectBody, answer: project },
    addProject,
  ),
  write(
    projectApi.update,
    { summary: 'Replace its data', access: may('write'), params, body: projectUpdate, answer: project },
    updateProject,
  ),
  write(
    projectApi.archive,
    { summary: 'Make it read only', access: may('delete'), params, answer: project },
    archiveProject,
  ),
  write(
    projectApi.unarchive,
    { summary: 'Take the archiving back', access: may('delete'), params, answer: project },
    unarchiveProject,
  ),
  write(
    projectApi.select,
    { summary: 'Choose it for this session', access: login, params, answer: project },
    selectProject,
  ),
  write(
    projectApi.remove,
    { summary: 'Delete it; it still counts in the quota', access: may('delete'), params, answer: nothing },
    removeProject,
  ),
]

/** Stores the selected project in the session. An archived project cannot be selected; an expired one can, read-only. */
async function selectProject(
  tx: Tx,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Project> {
  const row = await loadProject(tx, context, params.code)
  if (row.archive_at) throw new Failure('archived')
  await tx.updateTable('sessions').set({ project_id: row.id }).where('id', '=', context.sessionId).execute()
  await audit(tx, inside(context, row), {
    action: 'select',
    resource: 'project',
    code: row.code,
    label: row.name,
  })
  return projectAnswer(context, row)
}
