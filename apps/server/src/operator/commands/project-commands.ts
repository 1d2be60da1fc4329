import { exportProject } from '../projects/export.ts'
import { restorableProjects, restoreProject } from '../purge/purge.ts'
import { fromHere } from './arguments.ts'
import type { Command } from './command.ts'
import { inWords } from './storage-commands.ts'

/** The operator's commands about projects: what is kept of finished ones, and how deleted ones come back. */
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
  {
    name: 'project:export',
    needs: 'exact',
    summary: '将一个项目的全部表格和原件导出为不用本程序也能阅读的文件，长期保存',
    options: {
      project: { text: '项目编码（project:list 列出）', required: true },
      into: { text: '文件夹，在其中新建以项目命名的文件夹', required: true },
    },
    positional: 'project',
    run: async ({ services }, { project: code = '', into = '' }) => {
      const { folder, tables, files, lacking, project } = await inWords(
        exportProject(services, code, fromHere(into)),
      )
      const message = [
        `已导出 ${tables} 个表格、${files} 个原件到 ${folder}`,
        ...(project.archivedAt ? [] : ['项目没有归档：导出期间有人录入时，各表格可能不是同一时刻的']),
        ...(lacking.length > 0
          ? [`存储中缺少 ${lacking.length} 个原件：`, ...lacking.map((name) => `  ${name}`)]
          : []),
      ]
      return {
        message: message.join('\n'),
        data: { folder, tables, files, lacking: lacking.length },
        failed: lacking.length > 0,
      }
    },
  },
]
