import { ConfigError } from '../../config.ts'
import { pgError } from '../database.ts'
import { migrate, type Newer } from './migrate.ts'

/** Runs `migrate`; returns how many files ran. Throws a `ConfigError` for a missing right or extension of the operator's PostgreSQL. */
export async function migrateDatabase(url: string, newer: Newer = 'refuse'): Promise<number> {
  try {
    return await migrate(url, undefined, newer)
  } catch (error) {
    const { code = '', message = '' } = pgError(error) ?? {}
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
    throw error
  }
}
