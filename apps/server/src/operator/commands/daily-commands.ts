import type { Config } from '../../platform/config.ts'
import { readSettings } from '../../platform/settings.ts'
import { Alerts } from '../../views/system/alerts.ts'
import { lookAtBackups } from '../../views/system/backups.ts'
import { send } from '../../views/system/send-alert.ts'
import { copyOffsite, tidyOffsite } from '../backup/offsite.ts'
import { ping } from '../backup/ping.ts'
import { readBack, recordedCopy } from '../backup/records.ts'
import { fromHere } from './arguments.ts'
import { backupToFolder, verifiedText } from './backup-commands.ts'
import type { Command } from './command.ts'
import { type Connection, connect } from './connect.ts'

/** What the unit of the nightly backup runs, and what systemd runs when that has failed. */
export const DAILY_COMMANDS: readonly Command[] = [
  {
    name: 'backup:daily',
    summary:
      '备份到文件夹，校验，按 BACKUP_RESTIC_REPOSITORY 存到异地，通知 BACKUP_PING_URL；每晚的定时备份运行它',
    options: {
      into: { text: '备份文件夹', required: true },
      settings: { text: '一同存到异地的设置文件夹，例如 /etc/pianzhang' },
    },
    run: async (connection, { into = '', settings }) => {
      const { db, config } = connection.services
      const made = await backupToFolder(connection, fromHere(into), config.backupKeep)
      console.log(made.message)
      const { file } = made.data
      const read = await readBack(db, file)
      console.log(verifiedText(read))
      if (read.wrong.length > 0) return { message: '备份失败', data: made.data, failed: true }
      // Also one that lacks files, which are named above: the rest is safer in two places.
      await copied(connection, file, settings && fromHere(settings))
      if (made.failed) return { message: '备份不完整', data: made.data, failed: true }
      const silent = config.backupPing && (await ping(config.backupPing, 'good'))
      return { message: [silent, '备份完成'].filter(Boolean).join('\n'), data: made.data }
    },
  },
  {
    name: 'backup:failed',
    needs: 'nothing',
    summary: '每晚的定时备份失败时由 systemd 运行：发出提醒，通知 BACKUP_PING_URL',
    options: {},
    run: async () => {
      const { config } = await readSettings(process.env, process.cwd())
      const silent = config.backupPing && (await ping(config.backupPing, 'failed'))
      const { webhook, mail } = config.alerts
      const told = webhook || mail ? await tellOfFailure(config) : '没有设置提醒'
      return { message: [silent, told].filter(Boolean).join('\n'), data: {} }
    },
  },
]

async function copied(
  { services: { db, config } }: Connection,
  file: string,
  settings: string | undefined,
): Promise<void> {
  const { backupRepository: repository } = config
  if (repository === null) return
  try {
    await recordedCopy(
      db,
      file,
      () => copyOffsite(repository, file),
      () => tidyOffsite(repository, settings),
    )
  } catch (error) {
    throw new Error(`异地备份失败：${(error as Error).message}`, { cause: error })
  }
  console.log('已存到异地，并从那里读回校验')
}

/** Tells of the failure also where no server runs. */
async function tellOfFailure(config: Config): Promise<string> {
  const told = await toldFromDatabase(config).catch((error: Error) => error)
  const unread = told instanceof Error ? `（数据库没有应答：${told.message}）` : ''
  if (told !== true)
    await send(
      config,
      `须处理：定时备份失败，原因见 journalctl -u pianzhang-backup${unread}。重新备份：pianzhang backup`,
    )
  return '已发出提醒'
}

/** What the database knows of the failure is told by the alerts of the servers, so that they do not tell it as well. False: it knows nothing of it. */
async function toldFromDatabase(config: Config): Promise<boolean> {
  const { services, close } = await connect('running', () => undefined)
  try {
    const found = await lookAtBackups(services.db, config, services.clock())
    const known = ['backup-failed', 'backup-damaged', 'offsite-failed'].some((key) => found[key])
    if (known) await new Alerts(services).check()
    return known
  } finally {
    await close()
  }
}
