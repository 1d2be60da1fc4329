import { stat, statfs } from 'node:fs/promises'
import { DISK_PERCENT, type SystemState } from '@pianzhang/contract/system'
import { errorForLog } from '../../platform/http/log-error.ts'

type Disk = NonNullable<SystemState['disk']>

/** Free and total bytes of a folder's disk; null where the folder cannot be read, such as a mount that is gone. */
export async function diskOf(folder: string): Promise<Disk | null> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free_bytes: bsize * bavail, total_bytes: bsize * blocks }
  } catch (error) {
    console.error(`system: ${folder} cannot be read:`, errorForLog(error).message)
    return null
  }
}

/** Of the folders of backups that this server has, the one whose disk has the least room; null if all are on the data's disk. */
export async function backupDiskOf(
  dataDir: string,
  folders: readonly string[],
): Promise<SystemState['backup_disk']> {
  const own = await deviceOf(dataDir)
  let least: SystemState['backup_disk'] = null
  for (const folder of folders) {
    const device = await deviceOf(folder)
    const disk = device === null || device === own ? null : await diskOf(folder)
    if (disk && (!least || percentOf(disk) < percentOf(least))) least = { folder, ...disk }
  }
  return least
}

/** Null for a folder that is not there: another server's, or a removed one. */
async function deviceOf(folder: string): Promise<number | null> {
  try {
    return (await stat(folder)).dev
  } catch {
    return null
  }
}

const percentOf = ({ free_bytes, total_bytes }: Disk) => Math.floor((free_bytes / total_bytes) * 100)

/** In Chinese; null for a disk with enough room. */
export function diskWarning(disk: Disk | null): string | null {
  if (disk === null) return '无法读取数据目录所在的磁盘，检查它是否已挂载：findmnt'
  const percent = percentOf(disk)
  return percent < DISK_PERCENT ? `数据目录所在磁盘仅剩 ${percent}%，请腾出空间，见《故障处理》` : null
}

export function backupDiskWarning(disk: SystemState['backup_disk']): string | null {
  if (disk === null || percentOf(disk) >= DISK_PERCENT) return null
  return `备份文件夹 ${disk.folder} 所在磁盘仅剩 ${percentOf(disk)}%，请删除旧的备份或腾出空间，否则备份会失败`
}
