import { restorableProjects, restoreProject } from '../purge/purge.ts'
import type { Command } from './command.ts'

/** The operator's commands about deleted projects. */
export const PROJECT_COMMANDS: readonly Command[] = [
  {
    name: 'project:deleted',
    summary: '列出已删除、还能恢复的项目',
    options: {},
    run: async ({ services }) => {
      const items = await restorableProjects(services.db)
      const lines = items.map(
        ({ company, code, name, days }) => `${code}  ${name}（${company}）  ${days} 天后清除`,
      )
      return { message: lines.length > 0 ? lines.join('\n') : '没有可以恢复的项目', data: { items } }
    },
  },
  {
    name: 'project:restore',
    summary: '恢复30天内删除的项目',
    options: { project: { text: '项目编码（project:deleted 列出）', required: true } },
    run: async ({ services }, { project = '' }) => {
      const { name } = await restoreProject(services, project)
      return { message: `已恢复项目“${name}”`, data: { code: project } }
    },
  },
]
