import { checkAll, loadProjects } from '../check/check.ts'
import { rebuildSums } from '../check/rebuild.ts'
import { lineOf } from '../check/report.ts'
import type { Command } from './command.ts'

const PROJECT = { project: { text: '项目编码；不填时为全部项目' } }

/** The operator's commands that check the stored data, and correct sums. */
export const CHECK_COMMANDS: readonly Command[] = [
  {
    name: 'check',
    summary: '检查合计、文件、引用和编号，服务运行时也可以；发现问题时退出码不为 0',
    options: PROJECT,
    run: async ({ services }, { project }) => {
      const { findings, projects } = await checkAll(services, project)
      const counted =
        findings.length === 0
          ? `已检查 ${projects} 个项目，未发现问题`
          : `已检查 ${projects} 个项目，发现 ${findings.length} 处问题`
      return {
        message: [...findings.map(lineOf), counted].join('\n'),
        data: { projects, findings },
        failed: findings.length > 0,
      }
    },
  },
  {
    name: 'sums:rebuild',
    summary: '重算保存的合计，服务运行时也可以',
    options: PROJECT,
    run: async ({ services }, { project: code }) => {
      const corrected: Record<string, number> = {}
      const lines: string[] = []
      const projects = await loadProjects(services.db, code)
      for (const project of projects) {
        const count = await rebuildSums(services, project)
        if (count === 0) continue
        corrected[project.code] = count
        lines.push(`项目 ${project.code}（${project.name}）：更正 ${count} 个合计`)
      }
      if (lines.length === 0) lines.push(`已重算 ${projects.length} 个项目，合计均正确`)
      return { message: lines.join('\n'), data: { projects: projects.length, corrected } }
    },
  },
]
