import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDatabaseUrl } from '../../platform/addresses.ts'
import { databaseName } from '../../platform/config.ts'
import { checkDatabase } from '../../platform/database/migrations/check-database.ts'
import { readSettings } from '../../platform/settings.ts'
import { reasonOf } from '../../platform/system-errors.ts'
import { moveDatabase } from '../backup/move-database.ts'
import { fromHere } from './arguments.ts'
import type { Command } from './command.ts'

/** The operator's command that moves the rows out of the embedded database. */
export const DATABASE_COMMANDS: readonly Command[] = [
  {
    name: 'database:move',
    needs: 'exact',
    summary: '将内置数据库的全部数据复制到自备的空数据库，逐表核对；服务须已停止，原来的数据库不改动',
    options: {
      'url-file': { text: '写有新数据库地址的文件，即 DATABASE_URL_FILE 的文件', required: true },
    },
    check: async ({ 'url-file': file = '' }) => {
      const { config } = await readSettings(process.env, process.cwd())
      if (config.databaseUrl)
        throw new Error('设置中已有 DATABASE_URL，现在用的不是内置数据库；请先删除这一行，搬移之后再加上')
      await checkDatabase(`文件 ${file}`, await readUrl(file), true)
    },
    run: async ({ services: { config }, databaseUrl, served }, { 'url-file': file = '' }) => {
      if (await served()) throw new Error('服务（或另一个命令）正在使用内置数据库，请停止服务后再搬移')
      const url = await readUrl(file)
      const { tables, rows } = await moveDatabase(databaseUrl, url)
      const { dataDir, secret } = config
      const lines = [
        `DATABASE_URL_FILE=${fromHere(file)}`,
        ...(secret ? [] : [`SECRET_FILE=${join(dataDir, 'secret')}`]),
      ]
      const name = databaseName({ ...config, databaseUrl: url, databaseDirectUrl: null })
      return {
        message: [
          `已将 ${tables} 个表、${rows} 行数据复制到 ${name}，逐表核对一致`,
          `原来的数据库没有改动，仍在 ${join(dataDir, 'postgres')}。请先在设置中加入下面各行，再启动服务：`,
          ...lines,
        ].join('\n'),
        data: { tables, rows, settings: lines },
      }
    },
  },
]

/** Throws in Chinese unless the file has the address of a database. */
async function readUrl(file: string): Promise<string> {
  const text = await readFile(fromHere(file), 'utf8').catch((error) => {
    throw new Error(`无法读取文件 ${file}：--url-file，${reasonOf(error)}`)
  })
  const url = text.trim()
  if (!isDatabaseUrl(url))
    throw new Error(
      `文件 ${file} 的内容不是数据库地址，应为 postgres://用户:密码@主机:端口/数据库：--url-file`,
    )
  return url
}
