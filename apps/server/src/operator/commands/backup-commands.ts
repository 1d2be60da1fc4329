import { mkdir } from 'node:fs/promises'
import { formatInstant } from '@pianzhang/contract/calendar'
import { STREAM } from '@pianzhang/contract/system'
import { openDriver } from '../../platform/storage/open.ts'
import { errorText } from '../../platform/system-errors.ts'
import { STDIN } from '../backup/archive.ts'
import { backup, backupInto } from '../backup/backup.ts'
import { lackingText } from '../backup/files.ts'
import { keepNewest, nextName } from '../backup/folder.ts'
import type { Closing } from '../backup/manifest.ts'
import { goodBackups, noteVerified, recorded } from '../backup/records.ts'
import { expectBackup, restore } from '../backup/restore.ts'
import { type Found, type Verified, verify } from '../backup/verify.ts'
import { fromHere, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'
import { type Connection, connect, NoDatabase } from './connect.ts'
import { inWords } from './storage-commands.ts'

const STDOUT = '-'

/** The operator's commands about backups. */
export const BACKUP_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    summary: '备份数据库和文件，服务运行时也可以',
    options: {
      to: { text: '备份文件，须不存在；填 - 时以未压缩的 tar 写到标准输出，供 restic 等程序使用' },
      into: { text: '备份文件夹，文件名由备份时间构成；与 --to 二选一' },
      keep: {
        text: '与 --into 一起使用：文件夹中保留最新的几个备份，默认为设置 BACKUP_KEEP（7）；最近一个完好的备份另外保留',
      },
      lacking: { text: '存储中缺少文件、且已无法找回时，填 accept' },
    },
    check: async ({ to, into, keep, lacking }) => {
      if ((to === undefined) === (into === undefined)) throw new Error('请填写备份到哪里：--to 或 --into')
      if (keep !== undefined && into === undefined) throw new Error('须与 --into 一起使用：--keep')
      if (keep !== undefined) wholeNumber(keep, '--keep')
      if (lacking !== undefined && lacking !== 'accept') throw new Error('只能填 accept：--lacking')
    },
    toStdout: ({ to }) => to === STDOUT,
    run: async (connection, { to, into, keep, lacking }) => {
      const isAccepted = lacking !== undefined
      if (to === STDOUT) return report(await streamed(connection), STREAM, isAccepted)
      if (to !== undefined) return report(await written(connection, fromHere(to)), to, isAccepted)
      const newest = keep === undefined ? connection.services.config.backupKeep : wholeNumber(keep, '--keep')
      return await backupToFolder(connection, fromHere(into ?? ''), newest, isAccepted)
    },
  },
  {
    name: 'backup:verify',
    needs: 'nothing',
    summary: '完整读一遍备份文件，核对行数、文件数和每个文件的校验值，不需要数据库',
    options: { from: { text: '备份文件；填 - 时从标准输入读取', required: true } },
    positional: 'from',
    check: async ({ from = '' }) => {
      if (from !== STDIN) await expectBackup(fromHere(from))
    },
    run: async (_, { from = '' }) => {
      const verified = await verify(from === STDIN ? STDIN : fromHere(from))
      const { manifest, closing, wrong } = verified
      return {
        message: [verifiedText(verified), await noted(verified)].filter(Boolean).join('\n'),
        data: {
          made_at: manifest.made_at,
          rows: closing.rows,
          files: closing.files,
          lacking: closing.lacking,
          wrong,
        },
        failed: wrong.length > 0,
      }
    },
  },
  {
    name: 'restore',
    needs: 'new',
    summary: '将备份恢复到空的数据库，服务须已停止；中断后用同一条命令继续',
    options: {
      from: { text: '备份文件', required: true },
      damaged: { text: '备份已损坏、又没有其他备份时，填 skip：不恢复损坏的文件；数据行损坏的仍然拒绝' },
    },
    check: async ({ from = '', damaged }) => {
      if (damaged !== undefined && damaged !== 'skip') throw new Error('只能填 skip：--damaged')
      // A wrong path would leave an empty database behind, which the next start takes for a new installation.
      await expectBackup(fromHere(from))
    },
    run: async ({ services, databaseUrl, served }, { from = '', damaged }) => {
      if (await served()) throw new Error('服务正在运行，请停止后再恢复')
      // Without the fallback, which is about to be cleared: every file goes to the storage in use.
      const storage = await openDriver(services.config, services.config.storage.driver)
      const { rows_only } = await expectBackup(fromHere(from))
      const done = await restore(databaseUrl, storage, fromHere(from), { skip: damaged !== undefined })
      await services.vacuum.all()
      const { rows, files, lacking } = done
      const text = [`已恢复 ${rows} 行数据、${files} 个文件`]
      if (rows_only) text.push('该备份只有数据行：请将原来的文件放回文件存储，再运行 check 核对')
      if (done.found) text.push(...damageText(done, done.found))
      else if (lacking > 0)
        text.push(`该备份制作时已缺少 ${lacking} 个文件，这些文件无法恢复`, ...lackingText(done))
      return {
        message: text.join('\n'),
        data: { rows, files, lacking },
      }
    },
  },
]

/** Makes a backup in a folder, and removes older ones beyond the newest `keep`. */
export async function backupToFolder(
  connection: Connection,
  folder: string,
  keep: number,
  isAccepted = false,
) {
  const file = nextName(folder, 'pianzhang', connection.services.clock())
  const made = report(await written(connection, file, folder), file, isAccepted)
  const good = await goodBackups(connection.services.db, folder)
  const removed = await keepNewest(folder, 'pianzhang', keep, good)
  const text = removed.length > 0 ? `\n已删除 ${removed.length} 个更早的备份` : ''
  return { ...made, message: made.message + text, data: { ...made.data, file, removed } }
}

/** What is wrong with a backup that was read back, or that it is whole. */
export function verifiedText({ manifest, closing, wrong }: Verified): string {
  const at = formatInstant(new Date(manifest.made_at)).slice(0, 16).replace('T', ' ')
  const made = `${at} 的备份，${closing.rows} 行数据、${closing.files} 个文件`
  const sums = manifest.sums ? '' : '；由旧版本创建，不含校验值，只核对了数量'
  return [
    ...wrong.slice(0, 20),
    ...(wrong.length > 20 ? [`……共 ${wrong.length} 处`] : []),
    ...lackingText(closing),
    wrong.length > 0
      ? `${made}：已损坏，请使用其他备份；没有其他备份时可用 restore --damaged skip`
      : `${made}：完好${sums}`,
  ].join('\n')
}

/** `folder`: is made if it is not there. */
const written = ({ services, databaseUrl }: Connection, file: string, folder?: string) =>
  recorded(services.db, { content: 'all', target: file, file }, async (madeAt) => {
    if (folder) await mkdir(folder, { recursive: true, mode: 0o700 })
    return await inWords(backup(databaseUrl, services.storage, file, { madeAt }))
  })

const streamed = ({ services, databaseUrl }: Connection) =>
  recorded(services.db, { content: 'all', target: STREAM }, (madeAt) =>
    inWords(backupInto(databaseUrl, services.storage, process.stdout, { madeAt })),
  )

function report(made: Closing, target: string, isAccepted: boolean) {
  const { rows, files, lacking } = made
  return {
    message: [
      ...lackingText(made),
      lacking > 0
        ? `备份不完整：已备份 ${rows} 行数据、${files} 个文件到 ${target}，其中没有上述 ${lacking} 个文件；请检查文件存储后重新备份，已无法找回时可加 --lacking accept`
        : `已备份 ${rows} 行数据、${files} 个文件到 ${target}`,
    ].join('\n'),
    data: { rows, files, lacking },
    failed: lacking > 0 && !isAccepted,
  }
}

/** What was left out of a restore from a damaged backup. */
function damageText(done: Closing, { closing, differing, lastName }: Found): string[] {
  if (differing.length === 0 && closing) return ['备份完好，没有跳过任何内容', ...lackingText(done)]
  return [
    '数据行已全部恢复',
    ...(closing ? [] : [`备份读到 ${lastName} 为止，此后的文件无法取得，之前尚未核对的也没有恢复`]),
    ...lackingText(done, `没有恢复的文件 ${done.lacking} 个，与存储中缺少的文件一样处理`),
    '运行 check 列出缺少的文件属于哪个公司和项目；以后备份时加 --lacking accept',
  ]
}

/** Notes the result in the database that made the backup, where it runs; says whether it did. Where there is no database, as on a new machine: ''. */
async function noted(verified: Verified): Promise<string> {
  try {
    const { services, close } = await connect('running', () => undefined)
    try {
      return (await noteVerified(services.db, verified))
        ? '结果已记入系统状态'
        : '当前数据库没有此备份的记录，结果未记入系统状态'
    } finally {
      await close()
    }
  } catch (error) {
    if (error instanceof NoDatabase) return ''
    return `结果未记入系统状态：${errorText(error)}`
  }
}
