import { resolve } from 'node:path'
import { passwordInput } from '@pianzhang/contract/session'
import { isPhone } from '@pianzhang/contract/users'
import { backup } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { DEMO_PASSWORD } from '../demo/demo.ts'
import { ensureDemo, takenText } from '../demo/ensure.ts'
import { createCompany, initialPassword } from '../modules/companies/create.ts'
import { grantQuota, setStopped } from '../modules/companies/service.ts'
import { inTransaction, violates } from '../platform/database/database.ts'
import { hashAhead } from '../platform/login/passwords.ts'
import { wholeNumber } from './arguments.ts'
import { CHECK_COMMANDS } from './check-commands.ts'
import type { Connection } from './connect.ts'
import { ORDER_COMMANDS } from './order-commands.ts'
import { PROJECT_COMMANDS } from './project-commands.ts'
import { SPREAD_COMMANDS } from './spread-commands.ts'
import { STORAGE_COMMANDS } from './storage-commands.ts'
import { USER_COMMANDS } from './user-commands.ts'

interface Option {
  text: string
  required?: boolean
}

export interface Command {
  name: string
  summary: string
  options: Record<string, Option>
  run(
    connection: Connection,
    values: Record<string, string | undefined>,
    // `failed`: the command found something wrong, and exits non-zero.
  ): Promise<{ message: string; data: Record<string, unknown>; failed?: boolean }>
}

const COMPANY = { company: { text: '公司编码（company:create 给出）', required: true } }

/** The operator's commands (docs/operation.md). They throw an Error with a Chinese message. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'company:create',
    summary: '新建公司及其超级管理员',
    options: {
      name: { text: '公司名称', required: true },
      admin: { text: '超级管理员姓名', required: true },
      phone: { text: '超级管理员手机号，11位', required: true },
      password: { text: '登录密码；不填时为手机号后8位，首次登录须修改' },
      quota: { text: '可创建的项目数量，默认 1' },
    },
    run: async ({ services }, { name = '', admin = '', phone = '', password, quota }) => {
      if (!isPhone(phone)) throw new Error('手机号须为11位数字：--phone')
      const { error } = passwordInput.optional().safeParse(password)
      if (error) throw new Error(`${error.issues[0]?.message}：--password`)
      const count = wholeNumber(quota ?? '1', '--quota')
      const hashes = await hashAhead((hashes) => hashes.hash(initialPassword({ password, phone })))
      try {
        const { code } = await inTransaction(services.db, (tx) =>
          createCompany(tx, services, { name, admin, phone, password, quota: count }, hashes),
        )
        return { message: `已新建公司 ${name}，编码 ${code}`, data: { code } }
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
  ...USER_COMMANDS,
  ...ORDER_COMMANDS,
  ...PROJECT_COMMANDS,
  ...CHECK_COMMANDS,
  ...STORAGE_COMMANDS,
  {
    name: 'demo:create',
    summary: '新建演示公司',
    options: {},
    run: async ({ services }) => {
      const { state, code, phones } = await ensureDemo(services)
      if (state === 'exists') throw new Error('演示公司已存在')
      if (state === 'taken') throw new Error(takenText(phones))
      return { message: `已新建演示公司，密码 ${DEMO_PASSWORD}`, data: { code } }
    },
  },
  {
    name: 'backup',
    summary: '备份数据库和文件，服务运行时也可以',
    options: { to: { text: '备份文件，须不存在', required: true } },
    run: async ({ services, databaseUrl }, { to = '' }) => {
      const { rows, files } = await backup(databaseUrl, services.storage, fromHere(to))
      return { message: `已备份 ${rows} 行数据、${files} 个文件到 ${to}`, data: { rows, files } }
    },
  },
  {
    name: 'restore',
    summary: '将备份恢复到空的数据库，服务须已停止',
    options: { from: { text: '备份文件', required: true } },
    run: async ({ services, databaseUrl, served }, { from = '' }) => {
      if (await served()) throw new Error('服务正在运行，请停止后再恢复')
      const { rows, files } = await restore(databaseUrl, services.storage, fromHere(from))
      return { message: `已恢复 ${rows} 行数据、${files} 个文件`, data: { rows, files } }
    },
  },
  ...SPREAD_COMMANDS,
  {
    name: 'migrate',
    summary: '将数据库升级到当前版本',
    options: {},
    run: async ({ migrated }) => ({ message: `已执行 ${migrated} 个迁移`, data: { migrated } }),
  },
]

/** Resolves a path against the folder the person typed it in (INIT_CWD): npm runs scripts in the project's folder. */
const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? '', path)
