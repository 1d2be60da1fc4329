import { isMobile, plainPhone } from '@pianzhang/contract/numbers'
import { createCompany } from '../../base/companies/create.ts'
import { grantQuota, setStopped } from '../../base/companies/service.ts'
import { inTransaction, violates } from '../../platform/database/database.ts'
import { newInitialPassword } from '../../platform/login/initial-password.ts'
import { hashAhead, weakPassword } from '../../platform/login/passwords.ts'
import { backup } from '../backup/backup.ts'
import { lackingText } from '../backup/files.ts'
import { type Company, deleteCompany, expectCompany, untilWritten } from '../companies/delete.ts'
import { fromHere, typed, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'
import type { Connection } from './connect.ts'
import { inWords } from './storage-commands.ts'
import { shownOnce } from './user-commands.ts'

const COMPANY = { company: { text: '公司编码（company:list 列出）', required: true } }

/** The operator's commands about companies. */
export const COMPANY_COMMANDS: readonly Command[] = [
  {
    name: 'company:create',
    summary: '新建公司及其超级管理员',
    options: {
      name: { text: '公司名称', required: true },
      admin: { text: '超级管理员姓名', required: true },
      phone: { text: '超级管理员手机号，11位', required: true },
      password: {
        text: '自己设定登录密码，在终端中输入，或从标准输入读一行；不填则自动生成初始密码',
        secret: true,
      },
      quota: { text: '可创建的项目数量，默认 1；0：由公司自行购买' },
    },
    run: async ({ services }, { name = '', admin = '', phone: typed = '', password: own, quota }) => {
      const phone = plainPhone(typed)
      if (!isMobile(phone)) throw new Error('手机号须为11位数字：--phone')
      const [weak] = weakPassword(own, phone)
      if (weak) throw new Error(`${weak.message}：--password`)
      const count = wholeNumber(quota ?? '1', '--quota', 0)
      const password = own ?? newInitialPassword()
      const initial = own === undefined
      const hashes = await hashAhead((hashes) => hashes.hash(password))
      try {
        const { code } = await inTransaction(services.db, (tx) =>
          createCompany(tx, services, { name, admin, phone, password, initial, quota: count }, hashes),
        )
        const made = `已新建公司 ${name}，编码 ${code}`
        return initial
          ? { message: `${made}\n${shownOnce(password)}`, data: { code, initial_password: password } }
          : { message: made, data: { code } }
      } catch (error) {
        if (violates(error, 'users_phone')) throw new Error('手机号已被使用：--phone')
        throw error
      }
    },
  },
  {
    name: 'company:grant',
    summary: '增加公司的项目数量',
    options: { ...COMPANY, quota: { text: '增加的数量', required: true } },
    run: async ({ services }, { company = '', quota = '' }) => {
      const total_count = await grantQuota(services, company, wholeNumber(quota, '--quota'))
      return { message: `项目总数现为 ${total_count}`, data: { total_count } }
    },
  },
  {
    name: 'company:stop',
    summary: '停止公司的服务',
    options: COMPANY,
    run: async ({ services }, { company = '' }) => {
      await setStopped(services, company, true)
      return { message: '服务已停止', data: { stopped: true } }
    },
  },
  {
    name: 'company:resume',
    summary: '恢复公司的服务',
    options: COMPANY,
    run: async ({ services }, { company = '' }) => {
      await setStopped(services, company, false)
      return { message: '服务已恢复', data: { stopped: false } }
    },
  },
  {
    name: 'company:delete',
    needs: 'exact',
    summary: '导出一家公司的全部数据，然后将其删除，不能撤销',
    options: {
      ...COMPANY,
      export: { text: '导出文件，须不存在；可用 restore 恢复到空的数据库', required: true },
      name: { text: '公司名称，用于确认；不填时在终端中询问' },
      lacking: { text: '存储中缺少该公司的文件、且已无法找回时，填 accept' },
    },
    run: async ({ services, databaseUrl }, values) => {
      const { company: code = '', export: file = '', lacking: accepted } = values
      const company = await expectCompany(services.db, code)
      const { name } = company
      const confirmed =
        values.name ?? (await typed(`将删除公司“${name}”的全部数据，不能撤销。请输入公司名称确认：`))
      if (confirmed !== name) throw new Error(`与公司名称“${name}”不符，未删除任何数据：--name`)
      const made = await exported({ services, databaseUrl }, company, {
        file,
        accepted: accepted === 'accept',
      })
      await inWords(deleteCompany(services, company))
      const { rows, files } = made
      const text = `已导出 ${rows} 行数据、${files} 个文件到 ${file}，已删除公司“${name}”及其全部数据`
      return {
        message: [...lackingText(made), text].join('\n'),
        data: { code, rows, files, lacking: made.lacking },
      }
    },
  },
]

/**
 * Stops the company and exports it. It goes on as before if that fails, or if the storage lacks files: with wrong settings of the storage
 * all files would be missing.
 */
async function exported(
  { services, databaseUrl }: Pick<Connection, 'services' | 'databaseUrl'>,
  company: Company,
  { file, accepted }: { file: string; accepted: boolean },
) {
  const { id, code, stopped_at } = company
  await setStopped(services, code, true)
  try {
    await untilWritten(services, company)
    const made = await inWords(backup(databaseUrl, services.storage, fromHere(file), { companyId: id }))
    if (made.lacking === 0 || accepted) return made
    const text = `该公司的文件不完整，未删除任何数据；请检查文件存储，或确认这些文件已无法找回后加上 --lacking accept，并换一个导出文件名`
    throw new Error([...lackingText(made), text].join('\n'))
  } catch (error) {
    if (!stopped_at) await setStopped(services, code, false)
    throw error
  }
}
