import { contractApi } from '@pianzhang/contract/api/base'
import { type Contract, MAX_SCANS } from '@pianzhang/contract/contracts'
import { call } from '../../platform/api/api.ts'
import { PictureDesk } from '../../ui/images/add/PictureDesk.tsx'
import type { DeskProps, PictureRecords } from '../../ui/images/add/records.ts'
import { SCAN_TYPES } from '../../ui/images/images.ts'
import { contracts } from './api.ts'

const SCANS: PictureRecords<Contract> = {
  what: '合同扫描件',
  most: MAX_SCANS,
  types: SCAN_TYPES,
  keyOf: ({ code }) => code,
  nameOf: ({ out_code }) => out_code,
  refused: ({ can }) => (can.write ? undefined : '您没有修改该合同的权限'),
  places: ({ code, scans }) => [{ key: code, name: '', pictures: scans }],
  add: ({ code }, _, codes) =>
    call(contractApi.addScans, { params: { code }, body: { scan_attachment_codes: codes }, handled: true }),
  changed: contracts.changed,
}

/** Scans that are dropped or pasted on a contract's row. */
export default function ContractScans(props: DeskProps<Contract>) {
  return <PictureDesk of={SCANS} {...props} />
}
