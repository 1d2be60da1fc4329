import {
  diskText,
  growthText,
  type SystemBackup,
  type SystemState,
  sizeText,
} from '@pianzhang/contract/system'
import { send } from '../../views/system/send-alert.ts'
import { systemState } from '../../views/system/state.ts'
import type { Command } from './command.ts'

/** The operator's command about the installation as a whole. */
export const STATUS_COMMANDS: readonly Command[] = [
  {
    name: 'status',
    needs: 'running',
    summary: '版本、数据库、文件存储、磁盘、最近的备份；有须处理的问题时以 1 结束',
    options: {},
    run: async ({ services }) => {
      const { uptime: _, slow: __, people, ...state } = await systemState(services)
      return {
        message: textOf({ ...state, people }),
        data: { ...state, people: people.length },
        failed: state.warnings.length > 0,
      }
    },
  },
  {
    name: 'alert:test',
    needs: 'running',
    summary: '发送一条测试提醒，检查 ALERT_WEBHOOK、ALERT_MAIL_TO 等设置',
    options: {},
    run: async ({ services: { config } }) => {
      const { webhook, mail } = config.alerts
      if (!webhook && !mail)
        throw new Error('没有设置提醒：环境变量 ALERT_WEBHOOK，或 ALERT_MAIL_TO 和 SMTP_URL')
      // Each by itself, so that one that fails is named though the other works.
      const each = [webhook && { webhook, mail: null }, mail && { webhook: null, mail }]
      for (const alerts of each) if (alerts) await send({ ...config, alerts }, '这是一条测试提醒')
      const to = [...(webhook ? ['ALERT_WEBHOOK'] : []), ...(mail ? [mail.to] : [])]
      return { message: `已发送测试提醒到 ${to.join('、')}`, data: { sent: to.length } }
    },
  },
]

function textOf({
  version,
  database,
  storage,
  disk,
  backup_disk,
  backups,
  offsite,
  people,
  warnings,
  notes,
}: Omit<SystemState, 'uptime' | 'slow'>): string {
  const last = backups.find(({ content, state }) => content === 'all' && state === 'complete')
  return [
    `版本：${version}`,
    `数据库：${sizeText(database.bytes)}${growthText(database.week_bytes)}`,
    storage.files === null
      ? '文件：尚未统计（每日一次）'
      : `文件：${storage.files} 个，${sizeText(storage.bytes)}${growthText(storage.week_bytes)}`,
    `数据目录所在磁盘：${diskText(disk)}`,
    ...(backup_disk ? [`备份所在磁盘（${backup_disk.folder}）：${diskText(backup_disk)}`] : []),
    last
      ? `最近的完整备份：${minuteOf(last.started_at)}，${checked(last)}，${last.target}`
      : '最近的完整备份：没有',
    ...(offsite.configured || offsite.last ? [`最近的异地备份：${minuteOf(offsite.last) ?? '没有'}`] : []),
    `最近 10 分钟使用的人：${people.length}`,
    ...notes.map((note) => `注意：${note}`),
    ...(warnings.length > 0 ? warnings.map((warning) => `须处理：${warning}`) : ['没有须处理的问题']),
  ].join('\n')
}

const minuteOf = (at: string | null) => at?.slice(0, 16).replace('T', ' ')

const checked = ({ verified_at, verified }: SystemBackup): string =>
  verified_at === null ? '未校验' : verified === '' ? '校验无误' : '校验发现损坏'
