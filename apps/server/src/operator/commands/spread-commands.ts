import { NO_REPLICA } from '../../platform/database/migrations/check-database.ts'
import { spread } from '../spread/spread.ts'
import { wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'

/** The operator's command that distributes the projects over several database servers (docs/运维/多台服务器.md). */
export const SPREAD_COMMANDS: readonly Command[] = [
  {
    name: 'spread',
    needs: 'exact',
    summary: '将各项目的数据分布到 Citus 的工作节点，服务须已停止；请先备份，见 docs/运维/多台服务器.md',
    options: { shards: { text: '分片数量，默认由 Citus 决定（32）' } },
    run: async ({ services, databaseUrl, served }, { shards }) => {
      if (services.config.databaseReadUrl) throw new Error(NO_REPLICA)
      if (await served()) throw new Error('服务正在运行，请停止后再分布')
      const count = shards === undefined ? undefined : wholeNumber(shards, '--shards')
      const done = await spread(databaseUrl, { shards: count })
      const { projects, tables, rows, workers } = done
      const message = `已将 ${projects} 个项目的 ${tables} 张表、${rows} 行数据分布到 ${workers} 个工作节点，前后行数和合计一致`
      return { message, data: { ...done } }
    },
  },
]
