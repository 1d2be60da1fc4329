/** Prefix of the keys of direct uploads that the server has not checked yet; no row names them. */
export const INCOMING = 'incoming/'
/** Age from which an upload is removed: its token, valid for 10 minutes, can no longer confirm it. */
export const INCOMING_AGE_MS = 24 * 3600_000

/** A key for each upload token, so that an upload cannot replace another one. */
export const incomingKey = (projectId: bigint, grantId: string) => `${INCOMING}${projectId}/${grantId}`
