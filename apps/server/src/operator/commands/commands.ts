import { BACKUP_COMMANDS } from './backup-commands.ts'
import { CHECK_COMMANDS } from './check-commands.ts'
import type { Command } from './command.ts'
import { COMPANY_COMMANDS } from './company-commands.ts'
import { DAILY_COMMANDS } from './daily-commands.ts'
import { DATABASE_COMMANDS } from './database-commands.ts'
import { DEMO_COMMANDS } from './demo-commands.ts'
import { FORMAT_COMMANDS } from './format-commands.ts'
import { LIST_COMMANDS } from './list-commands.ts'
import { ORDER_COMMANDS } from './order-commands.ts'
import { PROJECT_COMMANDS } from './project-commands.ts'
import { RATE_COMMANDS } from './rate-commands.ts'
import { SPREAD_COMMANDS } from './spread-commands.ts'
import { STATUS_COMMANDS } from './status-commands.ts'
import { STORAGE_COMMANDS } from './storage-commands.ts'
import { USER_COMMANDS } from './user-commands.ts'

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
