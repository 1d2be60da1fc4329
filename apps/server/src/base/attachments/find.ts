import { anyOf, type Tx } from '../../platform/database/database.ts'

/** Uploaded files that a body names, by code. */
export type Uploads = ReadonlyMap<string, { id: bigint; kind: string }>

/** The files of the project with these codes; absent ones are of other projects, removed, or never uploaded. */
export async function findUploads(tx: Tx, projectId: bigint, codes: readonly string[]): Promise<Uploads> {
  // Most records have no file: skipping the statement saves a round trip.
  if (codes.length === 0) return new Map()
  const rows = await tx
    .selectFrom('attachments')
    .select(['code', 'id', 'kind'])
    .where('project_id', '=', projectId)
    .where('code', '=', anyOf([...new Set(codes)]))
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

/** The kinds of files that a field accepts, and its messages. */
export interface FileField {
  kinds: readonly string[]
  missing: string
  wrongKind: string
}

/** Pictures of the voucher behind an expense. */
export const VOUCHERS: FileField = {
  kinds: ['png', 'jpg'],
  missing: '凭证图片不存在，请重新上传',
  wrongKind: '请上传规定的格式文件',
}

/** Why a field cannot have these files; undefined if it can. */
export function uploadFault(
  codes: readonly string[],
  found: Uploads,
  { kinds, missing, wrongKind }: FileField,
): string | undefined {
  const files = codes.map((code) => found.get(code))
  if (files.some((file) => file === undefined)) return missing
  return files.every((file) => kinds.includes(file?.kind ?? '')) ? undefined : wrongKind
}

/** The ids of files in the order of their codes. */
export const uploadIds = (codes: readonly string[], found: Uploads): bigint[] =>
  codes.flatMap((code) => found.get(code)?.id ?? [])
