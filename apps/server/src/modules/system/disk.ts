import { statfs } from 'node:fs/promises'
import { DISK_PERCENT, type SystemState } from '@pianzhang/contract/system'
import { errorForLog } from '../../platform/http/log-error.ts'

/** Free and total bytes of a folder's disk; null where the folder cannot be read, such as a mount that is gone. */
export async function diskOf(folder: string): Promise<SystemState['disk']> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free_bytes: bsize * bavail, total_bytes: bsize * blocks }
  } catch (error) {
    console.error(`system: ${folder} cannot be read:`, errorForLog(error).message)
    return null
  }
}

/** In Chinese; undefined for a disk with enough room. */
export function diskWarning(disk: SystemState['disk']): string | undefined {
  if (disk === null) return '无法读取数据目录所在的磁盘'
  const percent = Math.floor((disk.free_bytes / disk.total_bytes) * 100)
  return percent < DISK_PERCENT ? `数据目录所在磁盘仅剩 ${percent}%` : undefined
}
