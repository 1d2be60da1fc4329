/** Where browsers put files that the server has not checked yet. No row names them. */
export const INCOMING = 'incoming/'
/** An upload is confirmed within its token's 10 minutes, or never. */
export const INCOMING_AGE_MS = 24 * 3600_000

/** One place for each upload token, so that an upload cannot replace another one. */
export const incomingKey = (projectId: bigint, grantId: string) => `${INCOMING}${projectId}/${grantId}`
