/** How the operator's commands are called; a release's start script says its own. */
export const ADMIN_CALL = process.env.PIANZHANG_ADMIN ?? 'npm run admin --'
