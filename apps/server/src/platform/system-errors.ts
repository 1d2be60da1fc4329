/** What codes of the system, of gzip and of PostgreSQL (SQLSTATE) mean to the operator. */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: '文件或文件夹不存在',
  ENOTDIR: '路径中有一段不是文件夹',
  EISDIR: '是文件夹，应为文件',
  EEXIST: '文件已存在',
  EACCES: '没有权限',
  EPERM: '没有权限',
  EROFS: '只读，不能写入；服务只能写 DATA_DIR 等文件夹，改动后见 docs/运维/配置.md 的 ReadWritePaths',
  ENOSPC: '磁盘空间不足，请腾出空间后重新运行',
  EDQUOT: '磁盘配额已满，请腾出空间后重新运行',
  EIO: '磁盘读写出错，请检查磁盘',
  ESTALE: '网络盘已断开，请重新挂载',
  EMFILE: '打开的文件过多',
  ENFILE: '打开的文件过多',
  ENOMEM: '内存不足',
  EPIPE: '接收输出的程序已结束',
  EADDRINUSE: '端口已被占用',
  EADDRNOTAVAIL: '不是本机的地址',
  ECONNREFUSED: '该地址没有程序在运行，请检查主机和端口',
  ECONNRESET: '连接中断',
  ENOTFOUND: '主机名无法解析',
  EAI_AGAIN: '主机名无法解析',
  ETIMEDOUT: '网络不通，请检查主机、端口和防火墙',
  EHOSTUNREACH: '网络不通，请检查主机、端口和防火墙',
  ENETUNREACH: '网络不通，请检查主机、端口和防火墙',
  Z_BUF_ERROR: '文件不完整，末尾缺少内容',
  Z_DATA_ERROR: '文件已损坏',
  '28P01': '用户名或密码不正确，或服务器的 pg_hba.conf 不允许此用户',
  '28000': '用户名或密码不正确，或服务器的 pg_hba.conf 不允许此用户',
  '3D000': '数据库不存在，请先创建',
  '40P01': '与正在进行的读写冲突，请重新运行',
  '42501': '数据库用户没有权限',
  '53100': '磁盘空间不足，请腾出空间后重新运行',
  '53200': '数据库服务器内存不足',
  '53300': '数据库的连接数已满',
  '55P03': '相关数据正被使用，请稍后重新运行',
  '57014': '数据库中止了操作',
  '57P01': '数据库断开了连接，可能正在停止',
  '57P02': '数据库断开了连接，可能正在停止',
  '57P03': '数据库正在启动或停止，请稍后再试',
}

/** Codes of a missing right or a wrong kind of file, which only the operator mends; all others may pass. */
const DENIED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR'])

export const meaningOf = (code: string): string | undefined => MEANINGS[code]

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const isDenied = (error: unknown): boolean => DENIED.has(codeOf(error))

/** Whether the program that has the port may end, or the address or name come up, after a failure to listen. */
export const mayListenLater = (error: unknown): boolean =>
  ['EADDRINUSE', 'EADDRNOTAVAIL', 'EAI_AGAIN'].includes(codeOf(error))

/** Of an error of the database's driver, which has no code. */
const LOST = /^Connection terminated/

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The meaning of an error's code with the code, where the text around it names the file or the server; without a known code the error's message. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  const meaning = meaningOf(code)
  return meaning ? `${meaning}（${code}）` : messageOf(error) || code
}

/**
 * Any error in Chinese: its own message if that is Chinese, else the meaning of its code or 程序出错, with the message, which developers need.
 * `message`: in place of one that quotes data.
 */
export function errorText(error: unknown, message = messageOf(error)): string {
  if (/\p{Script=Han}/u.test(message)) return message
  const code = codeOf(error)
  const details = message.includes(code) ? message : [message, code].filter(Boolean).join('，')
  const meaning = meaningOf(code) ?? (LOST.test(message) ? '与数据库的连接断开' : '程序出错')
  return `${meaning}（${details}）`
}
