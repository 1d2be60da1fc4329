import { resolve } from 'node:path'
import { weakness } from '@pianzhang/contract/password'
import { isPhone } from '@pianzhang/contract/users'
import { createCompany, initialPassword } from '../../modules/companies/create.ts'
import { grantQuota, setStopped } from '../../modules/companies/service.ts'
import { inTransaction, violates } from '../../platform/database/database.ts'
import { hashAhead } from '../../platform/login/passwords.ts'
import { openDriver } from '../../platform/storage/open.ts'
import { backup } from '../backup/backup.ts'
import { lackingText } from '../backup/files.ts'
import { expectBackup, restore } from '../backup/restore.ts'
import { DEMO_PASSWORD } from '../demo/demo.ts'
import { ensureDemo, takenText } from '../demo/ensure.ts'
import { wholeNumber } from './arguments.ts'
import { CHECK_COMMANDS } from './check-commands.ts'
import type { Command } from './command.ts'
import { ORDER_COMMANDS } from './order-commands.ts'
import { PROJECT_COMMANDS } from './project-commands.ts'
import { SPREAD_COMMANDS } from './spread-commands.ts'
import { inWords, STORAGE_COMMANDS } from './storage-commands.ts'
import { USER_COMMANDS } from './user-commands.ts'

const COMPANY = { company: { text: '公司编码（company:create 给出）', required: true } }

/** The operator's commands (docs/运维/安装.md). They throw an Error with a Chinese message. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'company:create',
    summary: '新建公司及其超级管理员',
    options: {
      name: { text: '公司名称', required: true },
      admin: { text: '超级管理员姓名', required: true },
      phone: { text: '超级管理员手机号，11位', required: true },
      password: { text: '登录密码；不填时为手机号后8位，首次登录须修改' },
      quota: { text: '可创建的项目数量，默认 1；0：由公司自行购买' },
    },
    run: async ({ services }, { name = '', admin = '', phone = '', password, quota }) => {
      if (!isPhone(phone)) throw new Error('手机号须为11位数字：--phone')
      const weak = password === undefined ? undefined : weakness(password, phone)
      if (weak) throw new Error(`${weak}：--password`)
      const count = wholeNumber(quota ?? '1', '--quota', 0)
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
      await services.vacuum.all()
      return { message: `已新建演示公司，密码 ${DEMO_PASSWORD}`, data: { code } }
    },
  },
  {
    name: 'backup',
    summary: '备份数据库和文件，服务运行时也可以',
    options: { to: { text: '备份文件，须不存在', required: true } },
    run: async ({ services, databaseUrl }, { to = '' }) => {
      const made = await inWords(backup(databaseUrl, services.storage, fromHere(to)))
      const { rows, files, lacking } = made
      return {
        message: [
          ...lackingText(made),
          lacking > 0
            ? `备份不完整：已备份 ${rows} 行数据、${files} 个文件到 ${to}，其中没有上述 ${lacking} 个文件；请检查文件存储后重新备份`
            : `已备份 ${rows} 行数据、${files} 个文件到 ${to}`,
        ].join('\n'),
        data: { rows, files, lacking },
        failed: lacking > 0,
      }
    },
  },
  {
    name: 'restore',
    needs: 'new',
    summary: '将备份恢复到空的数据库，服务须已停止',
    options: { from: { text: '备份文件', required: true } },
    // A wrong path would leave an empty database behind, which the next start takes for a new installation.
    check: ({ from = '' }) => expectBackup(fromHere(from)),
    run: async ({ services, databaseUrl, served }, { from = '' }) => {
      if (await served()) throw new Error('服务正在运行，请停止后再恢复')
      // Without the fallback, which is about to be cleared: every file goes to the storage in use.
      const storage = await openDriver(services.config, services.config.storage.driver)
      const done = await inWords(restore(databaseUrl, storage, fromHere(from)))
      await services.vacuum.all()
      const { rows, files, lacking } = done
      const text = `已恢复 ${rows} 行数据、${files} 个文件`
      return {
        message:
          lacking === 0
            ? text
            : [`${text}；该备份制作时已缺少 ${lacking} 个文件，这些文件无法恢复`, ...lackingText(done)].join(
                '\n',
              ),
        data: { rows, files, lacking },
      }
    },
  },
  ...SPREAD_COMMANDS,
  {
    name: 'migrate',
    needs: 'older',
    summary: '将已有的数据库升级到当前版本',
    options: {},
    run: async ({ migrated }) => ({ message: `已执行 ${migrated} 个迁移`, data: { migrated } }),
  },
]

/** Resolves a path against the folder the person typed it in (INIT_CWD): npm runs scripts in the project's folder. */
const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? '', path)
