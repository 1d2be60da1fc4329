import type pg from 'pg'
import { thumbKey } from '../../base/attachments/link.ts'
import { onOwnConnection } from '../../platform/database/own-connection.ts'
import type { Closing } from './manifest.ts'
import type { Part } from './part.ts'

/** How many missing files a backup names; the others are counted. */
const NAMED = 20

/** The keys of the stored files that the rows of this snapshot name: of all projects, or of these. */
export async function listFiles(
  client: pg.ClientBase,
  of: Pick<Part, 'projectIds'> | null,
): Promise<string[]> {
  const { rows } = await client.query<{ storage_key: string; has_thumb: boolean }>(
    `select storage_key, has_thumb from attachments where storage_key <> '' and ($1::bigint[] is null or project_id = any ($1))
     order by storage_key`,
    [of?.projectIds ?? null],
  )
  return rows.flatMap(({ storage_key: key, has_thumb }) => (has_thumb ? [key, thumbKey(key)] : [key]))
}

/**
 * The missing files that a row still names. Rows that the clean-up has removed since do not count, nor do rows of files from zips (`unpacked:`),
 * which are written before the file and may stay without it. If the database does not answer, all missing files count.
 */
export async function lackingIn(
  databaseUrl: string,
  missing: readonly string[],
): Promise<Pick<Closing, 'lacking' | 'lacking_names'>> {
  const keys = missing.length === 0 ? [] : await stillNamed(databaseUrl, missing).catch(() => missing)
  return { lacking: keys.length, lacking_names: keys.slice(0, NAMED) }
}

async function stillNamed(databaseUrl: string, missing: readonly string[]): Promise<string[]> {
  const settings = { connectionString: databaseUrl, application_name: 'pianzhang-backup' }
  return await onOwnConnection(settings, async (client) => {
    const { rows } = await client.query<{ storage_key: string; file_name: string; has_thumb: boolean }>(
      `select storage_key, file_name, has_thumb from attachments
       where storage_key <> '' and token_id not like 'unpacked:%' order by storage_key`,
    )
    const gone = new Set(missing)
    return rows.flatMap(({ storage_key: key, file_name: name, has_thumb }) => [
      ...(gone.has(key) ? [`${key}（${name}）`] : []),
      ...(has_thumb && gone.has(thumbKey(key)) ? [`${thumbKey(key)}（${name} 的缩略图）`] : []),
    ])
  })
}

/** The lines that tell the operator which files a backup lacks; empty if it is complete. */
export function lackingText(
  { lacking, lacking_names: names }: Closing,
  what = `存储中缺少 ${lacking} 个文件`,
): string[] {
  if (lacking === 0) return []
  const more = lacking > names.length ? [`  ……共 ${lacking} 个`] : []
  return [`${what}：`, ...names.map((name) => `  ${name}`), ...more]
}
