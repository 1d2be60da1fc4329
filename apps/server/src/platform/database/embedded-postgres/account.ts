import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from '../../config.ts'

/** The system account that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
}

const SHARED_DATA_DIR = '/var/lib/pianzhang'

/** The path of the cluster inside the data folder. */
export function clusterDir(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/**
 * The account to run PostgreSQL as; null: our own. PostgreSQL refuses to run as root, so root uses the owner of an existing cluster, else the
 * user `pianzhang` of /etc/passwd, else an unused uid, as any daemon that runs as `nobody` could read the ledger of `nobody`; an
 * existing unprivileged user only where a container does not map that uid.
 */
export function serverAccount(dataDir: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterDir(dataDir), { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const passwd = readFileSync('/etc/passwd', 'utf8')
  return ownAccount(passwd, readFileSync('/proc/self/uid_map', 'utf8')) ?? named(passwd)
}

/** The account for initdb, which needs one in /etc/passwd; PostgreSQL itself does not. */
export function initAccount(account: Account): Account {
  const passwd = readFileSync('/etc/passwd', 'utf8')
  return accountsOf(passwd).some(({ uid }) => uid === account.uid) ? account : named(passwd)
}

function named(passwd: string): Account {
  const account = unprivileged(passwd)
  if (account) return account
  throw new ConfigError(
    '以 root 启动时需要一个普通用户来初始化内置数据库，/etc/passwd 中没有。请设置 DATABASE_URL 使用外部 PostgreSQL。',
  )
}

/** Not given to users by any distribution: ordinary users end at 60000, systemd's dynamic ones begin at 61184. */
const OWN_UID = 61_100

/** An account for this database alone; null where a container does not map its uid. */
export function ownAccount(passwd: string, uidMap: string): Account | null {
  const accounts = accountsOf(passwd)
  const ours = accounts.find(({ name }) => name === 'pianzhang')
  if (ours) return { uid: ours.uid, gid: ours.gid }
  let uid = OWN_UID
  while (accounts.some((account) => account.uid === uid)) uid += 1
  const ranges = uidMap
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const isMapped = ranges.some(([first = 0, , length = 0]) => uid >= first && uid < first + length)
  return isMapped ? { uid, gid: uid } : null
}

const accountsOf = (passwd: string) =>
  passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((row) => row.name && Number.isInteger(row.uid) && row.uid > 0 && Number.isInteger(row.gid))

export function unprivileged(passwd: string): Account | null {
  const rows = accountsOf(passwd)
  const row = rows.find(({ name }) => name === 'nobody') ?? rows.find(({ uid }) => uid >= 1000) ?? rows[0]
  return row ? { uid: row.uid, gid: row.gid } : null
}

/** Whether the account may traverse to `path`, or to its nearest existing ancestor, by the permission bits. */
export function canEnter(account: Account, path: string): boolean {
  let current = resolve(path)
  while (!existsSync(current)) current = dirname(current)
  current = realpathSync(current)
  for (;;) {
    const { uid, gid, mode } = lstatSync(current)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (current === '/') return true
    current = dirname(current)
  }
}

/**
 * `DATA_DIR`, or `./data`; for root in a folder that the database's user cannot enter, a shared default. A `DATA_DIR` that was set is always
 * used (launch.ts works with a closed folder). `note` is a line to print.
 */
export function chooseDataDir(env: NodeJS.ProcessEnv, cwd: string): { dataDir: string; note?: string } {
  const set = env.DATA_DIR?.trim()
  if (set) return { dataDir: resolve(cwd, set) }
  const dataDir = resolve(cwd, 'data')
  if (env.DATABASE_URL?.trim()) return { dataDir }
  const account = serverAccount(dataDir)
  if (!account || canEnter(account, dataDir)) return { dataDir }
  return {
    dataDir: SHARED_DATA_DIR,
    note: `当前以 root 运行，普通用户无法进入 ${cwd}，数据目录改为 ${SHARED_DATA_DIR}（可用环境变量 DATA_DIR 指定）`,
  }
}
