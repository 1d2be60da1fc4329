import type { FieldError } from '@pianzhang/contract/errors'
import type { ImprestBody } from '@pianzhang/contract/imprests'
import { contractDirection } from '@pianzhang/contract/lists'
import { namesOf } from '../../platform/lists/naming.ts'
import { type FoundSubject, subjectFault } from '../subjects/booked.ts'

/** The fields of a detail that refer to other records. A row of a spreadsheet has no pictures. */
export type ReferenceFields = Pick<ImprestBody, 'subject_three_code' | 'contract_code'> &
  Partial<Pick<ImprestBody, 'voucher_attachment_codes'>>

/** The records that details refer to, found in the project; those of other projects are absent. */
export interface References {
  subjects: ReadonlyMap<string, FoundSubject>
  contracts: ReadonlyMap<string, { id: bigint; category: number }>
  attachments: ReadonlyMap<string, { id: bigint; kind: string }>
}

/** The references of a body that are missing or not allowed. A field that failed the schema is absent here, and already has its message. */
export function problemsOf(body: Partial<ReferenceFields>, found: References): FieldError[] {
  const problems: FieldError[] = []
  const wrong = (field: keyof ReferenceFields, message: string) => problems.push({ field, message })
  if (body.subject_three_code !== undefined) {
    const fault = subjectFault(found.subjects.get(body.subject_three_code))
    if (fault !== undefined) wrong('subject_three_code', fault)
  }
  if (typeof body.contract_code === 'string') {
    const contract = found.contracts.get(body.contract_code)
    if (!contract) wrong('contract_code', '合同不存在')
    else if (contractDirection(String(contract.category)) !== 'out')
      wrong('contract_code', '只能关联演员、职员或制作合同')
  }
  const files = (body.voucher_attachment_codes ?? []).map((code) => found.attachments.get(code))
  if (files.some((file) => file === undefined))
    wrong('voucher_attachment_codes', '凭证图片不存在，请重新上传')
  else if (files.some((file) => file?.kind !== 'png' && file?.kind !== 'jpg'))
    wrong('voucher_attachment_codes', '请上传规定的格式文件')
  return problems
}

/** `BYJ` + the day of payment + the project's running number, at least 4 digits (api.md §1). */
export const imprestNumber = (payAt: string, running: bigint): string =>
  `BYJ${payAt.replaceAll('-', '')}${String(running).padStart(4, '0')}`

/** Why details that are written off are not changed; they are open again when their payments are deleted. */
export function writtenOff(
  details: readonly { code: string; payment: string | null }[],
  action: '修改' | '删除',
): string {
  const names = details.map(({ code, payment }) => (payment === null ? code : `${code}（付款 ${payment}）`))
  const named = namesOf(names)
  return `备用金 ${named}${named.endsWith('）') ? '' : ' '}已核销，不能${action}；删除核销生成的付款后可以${action}`
}
