import { BACKUP_COMMANDS } from '../operator/commands/backup-commands.ts'
import { CHECK_COMMANDS } from '../operator/commands/check-commands.ts'
import type { Command } from '../operator/commands/command.ts'
import { COMPANY_COMMANDS } from '../operator/commands/company-commands.ts'
import { DAILY_COMMANDS } from '../operator/commands/daily-commands.ts'
import { DATABASE_COMMANDS } from '../operator/commands/database-commands.ts'
import { FORMAT_COMMANDS } from '../operator/commands/format-commands.ts'
import { LIST_COMMANDS } from '../operator/commands/list-commands.ts'
import { ORDER_COMMANDS } from '../operator/commands/order-commands.ts'
import { PROJECT_COMMANDS } from '../operator/commands/project-commands.ts'
import { RATE_COMMANDS } from '../operator/commands/rate-commands.ts'
import { SPREAD_COMMANDS } from '../operator/commands/spread-commands.ts'
import { STATUS_COMMANDS } from '../operator/commands/status-commands.ts'
import { STORAGE_COMMANDS } from '../operator/commands/storage-commands.ts'
import { USER_COMMANDS } from '../operator/commands/user-commands.ts'
import { DEMO_COMMANDS } from './demo/commands.ts'

/** The operator's commands (docs/运维/). They throw an Error with a Chinese message. */
export const COMMANDS: readonly Command[] = [
  ...STATUS_COMMANDS,
  ...COMPANY_COMMANDS,
  ...LIST_COMMANDS,
  ...USER_COMMANDS,
  ...ORDER_COMMANDS,
  ...PROJECT_COMMANDS,
  ...FORMAT_COMMANDS,
  ...RATE_COMMANDS,
  ...CHECK_COMMANDS,
  ...STORAGE_COMMANDS,
  ...DEMO_COMMANDS,
  ...BACKUP_COMMANDS,
  ...DAILY_COMMANDS,
  ...DATABASE_COMMANDS,
  ...SPREAD_COMMANDS,
  {
    name: 'migrate',
    needs: 'older',
    summary: '将已有的数据库升级到当前版本',
    options: {},
    run: async ({ migrated }) => ({ message: `已执行 ${migrated} 个迁移`, data: { migrated } }),
  },
]
