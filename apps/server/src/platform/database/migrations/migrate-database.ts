import pg from 'pg'
import { ConfigError } from '../../config.ts'
import { errorForLog } from '../../http/log-error.ts'
import { errorText } from '../../system-errors.ts'
import { pgError } from '../database.ts'
import { MigrationFailed, migrate, type Newer } from './migrate.ts'

/** SQLSTATE classes of faults of the migration itself or of the data that it finds: it fails again. All others may pass, such as a lost connection or a full disk. */
const FAULTY = /^(0A|2[1-4B]|42|P0)/

/**
 * Runs `migrate`; returns how many files ran. Throws a `ConfigError` for a missing right or extension of the operator's PostgreSQL, and for a
 * migration that failed.
 */
export async function migrateDatabase(url: string, newer: Newer = 'refuse'): Promise<number> {
  try {
    return await migrate(url, undefined, newer)
  } catch (error) {
    const failed = error instanceof MigrationFailed ? error.cause : error
    const { code = '', message = '' } = pgError(failed) ?? {}
    // Since PostgreSQL 15 only the owner may create tables in `public`.
    if (code === '42501')
      throw new ConfigError(
        `数据库用户没有建表的权限，请让它成为该数据库的所有者（alter database … owner to …）：${message}`,
      )
    const extension = ['pg_trgm', 'btree_gin'].find((name) => message.includes(name))
    if (extension)
      throw new ConfigError(
        `数据库没有扩展 ${extension}，请在数据库服务器上安装 PostgreSQL 的 contrib 扩展：${message}`,
      )
    if (!(error instanceof MigrationFailed)) throw error
    // Without the rows that the database may quote.
    const why = errorText(failed, errorForLog(failed).message)
    const isFaulty = failed instanceof pg.DatabaseError && FAULTY.test(code)
    throw new ConfigError(
      `数据库升级失败：${error.file}：${why}。这个文件的改动已全部撤销。${isFaulty ? '请把这条日志发给开发者；回到升级前的版本：pianzhang rollback' : '排除原因后会从这个文件继续'}`,
      { transient: !isFaulty },
    )
  }
}
