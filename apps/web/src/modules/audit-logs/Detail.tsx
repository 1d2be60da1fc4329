import { changesOf } from '@pianzhang/contract/audit-changes'
import type { AuditLog } from '@pianzhang/contract/audit-logs'
import { useQuery } from '@tanstack/react-query'
import { DetailDialog } from '../../ui/page/record/DetailDialog.tsx'
import { Fact, Facts } from '../../ui/page/record/Facts.tsx'
import { NotLoaded } from '../../ui/states/States.tsx'
import { logQuery } from './api.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { deedOf, nameOf, recordOf, secondOf } from './words.ts'

interface Props {
  /** The entry as in the list. A long one comes without its lines (`complete` is false), which are then loaded. */
  entry: AuditLog
  onClose: () => void
}

/** One entry: who did what, and the fields before and after. */
export default function LogDetail({ entry, onClose }: Props) {
  const query = useQuery({ ...logQuery(entry.id), enabled: !entry.complete })
  const { data } = query
  const whole = entry.complete ? entry : data
  return (
    <DetailDialog title={deedOf(entry)} width={880} onClose={onClose} actions={null}>
      <Facts>
        <Fact name="时间" value={<span className="num">{secondOf(entry)}</span>} />
        <Fact name="操作人" value={entry.user_name} />
        <Fact name="来源地址" value={<span className="num">{entry.address || '-'}</span>} />
        <Fact name="对象" value={recordOf(entry)} wide />
        {entry.project && <Fact name="项目" value={entry.project.name} wide />}
      </Facts>
      {whole ? (
        <ChangeTable changes={changesOf(whole)} label={nameOf(entry)} />
      ) : (
        <NotLoaded of={query} lines={6} />
      )}
    </DetailDialog>
  )
}
