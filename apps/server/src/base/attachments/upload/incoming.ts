/** Prefix of the keys of direct uploads that the server has not checked yet; no row of `attachments` refers to these files. */
export const INCOMING = 'incoming/'
/** Age from which an unconfirmed upload is removed: its token is valid for 10 minutes, so it can no longer be confirmed. */
export const INCOMING_AGE_MS = 24 * 3600_000

/** A key for each upload token, so that an upload cannot replace another one. */
export const incomingKey = (projectId: bigint, grantId: string) => `${INCOMING}${projectId}/${grantId}`
