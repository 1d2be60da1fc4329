/** The command line before an operator's command, for messages. The start script of a release sets PIANZHANG_ADMIN to its own, `pianzhang admin`. */
export const ADMIN_CALL = process.env.PIANZHANG_ADMIN ?? 'npm run admin --'

/** What makes a backup at once: of an installation its own command, which does the same as every night. */
export const BACKUP_CALL =
  ADMIN_CALL === 'pianzhang admin' ? 'pianzhang backup' : `${ADMIN_CALL} backup --into 文件夹`
