import pg from 'pg'

/** Checked with the driver's own parser. */
export function isDatabaseUrl(value: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(value)) return false
  try {
    new pg.Client({ connectionString: value })
    return true
  } catch {
    return false
  }
}

/** Links are made of the origin alone, so a path would be lost silently. */
export function isOrigin(value: string): boolean {
  if (!isHttpUrl(value)) return false
  const { pathname, search, hash, username } = new URL(value)
  return pathname === '/' && !search && !hash && !username
}

export function isSmtpUrl(value: string): boolean {
  try {
    return ['smtp:', 'smtps:'].includes(new URL(value).protocol) && new URL(value).hostname !== ''
  } catch {
    return false
  }
}

export function isHttpUrl(value: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol)
  } catch {
    return false
  }
}
