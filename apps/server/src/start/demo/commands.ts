import { setStopped } from '../../base/companies/service.ts'
import type { Command } from '../../operator/commands/command.ts'
import { inWords } from '../../operator/commands/storage-commands.ts'
import { deleteCompany } from '../../operator/companies/delete.ts'
import { DEMO_PASSWORD } from './demo.ts'
import { ensureDemo, findDemo, takenText } from './ensure.ts'

/** The operator's commands about the demo company. */
export const DEMO_COMMANDS: readonly Command[] = [
  {
    name: 'demo:create',
    summary: '新建演示公司',
    options: {},
    run: async ({ services }) => {
      const { state, code, phones } = await ensureDemo(services)
      if (state === 'exists') throw new Error('演示公司已存在')
      if (state === 'taken') throw new Error(takenText(phones))
      await services.vacuum.all()
      return { message: `已新建演示公司，密码 ${DEMO_PASSWORD}`, data: { code } }
    },
  },
  {
    name: 'company:demo-remove',
    summary: '删除演示公司及其全部数据',
    options: {},
    run: async ({ services }) => {
      const demo = await findDemo(services.db)
      if (!demo) throw new Error('没有演示公司')
      await setStopped(services, demo.code, true)
      await inWords(deleteCompany(services, demo))
      return { message: `已删除演示公司 ${demo.name} 及其全部数据`, data: { code: demo.code } }
    },
  },
]
