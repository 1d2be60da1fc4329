/** The command line before an operator's command, for messages. The start script of a release sets PIANZHANG_ADMIN to its own, `pianzhang admin`. */
export const ADMIN_CALL = process.env.PIANZHANG_ADMIN ?? 'npm run admin --'
