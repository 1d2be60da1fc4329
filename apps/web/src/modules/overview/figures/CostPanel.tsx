import { overviewApi } from '@pianzhang/contract/api/views'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../platform/session/session.ts'
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx'
import { ComparePanel } from '../../../ui/chart/compare/ComparePanel.tsx'
import { Hint } from '../../../ui/chart/Hint.tsx'
import { Crumbs } from '../../../ui/page/Crumbs.tsx'
import { useOnceHint } from '../../../ui/page/useOnceHint.ts'
import { useSubjects } from '../../subjects/picker/selects.ts'
import { labels } from '../../subjects/picker/subjects.ts'
import { calls, costsQuery, levelOf } from '../api.ts'
import { BUDGET_LINES } from '../links.ts'
import type { Depth } from '../search.ts'
import { EXECUTED, panelOf } from '../words.ts'
import { Booked } from './Booked.tsx'
import { FirstStep } from './FirstStep.tsx'
import styles from './panels.module.css'
import { NumberedName } from './RowName.tsx'

const TITLE = '费用对比'
/** Maximum rows of the chart: all default level-one subjects and some more. Further subjects are in the table. */
const MOST = 32

interface Props {
  depth: Depth
  onShow: (depth: Depth) => void
}

/** 费用对比: budget and costs of each subject, level by level, down to the records booked on a level-three subject. */
export function CostPanel({ depth, onShow }: Props) {
  const may = useCan()
  const { subject_one_code: one, subject_two_code: two, subject_three_code: three } = depth
  const query = useQuery({ ...costsQuery(depth), enabled: three === undefined })
  const rows = query.data?.rows ?? []
  const hint = useOnceHint('chart_tips_overview', three === undefined && rows.length > 0)
  const crumbs = useCrumbs(depth, onShow)
  const path = <Crumbs label="科目层级" crumbs={crumbs} />

  if (three !== undefined)
    return (
      <ChartPanel
        title={TITLE}
        path={path}
        view=""
        onView={() => {}}
        pictures={[]}
        filled={false}
        className={styles.cost}
      >
        <Booked subject={three} above={two} />
      </ChartPanel>
    )
  const down = (code: string) => {
    hint.hide()
    onShow(
      two !== undefined
        ? { subject_three_code: code }
        : one !== undefined
          ? { subject_two_code: code }
          : { subject_one_code: code },
    )
  }
  const { chart, params } = levelOf(depth)
  return (
    <ComparePanel
      title={TITLE}
      path={path}
      kind="科目"
      words={EXECUTED}
      warns
      {...panelOf(query)}
      rest={null}
      most={MOST}
      empty="暂无科目数据"
      first={
        one === undefined && (
          <FirstStep leads label="前往新增费用预算" model="cost_budget" target={BUDGET_LINES} />
        )
      }
      className={styles.cost}
      onExport={may('overview', 'export') ? () => calls.file(overviewApi[chart], params) : undefined}
      hint={hint.shown && <Hint onClose={hint.hide} />}
      nameOf={(row) => (
        <button type="button" onClick={() => down(row.key)}>
          <NumberedName {...row} />
        </button>
      )}
    />
  )
}

/** Breadcrumbs with the names of the subjects above. */
function useCrumbs(
  { subject_one_code, subject_two_code, subject_three_code }: Depth,
  onShow: (depth: Depth) => void,
) {
  const { items: tree } = useSubjects()
  const names = labels(tree ?? [])
  const textOf = (code: string) => {
    const found = names.get(code)
    return found ? `${found.number} ${found.name}` : tree ? '未知科目' : '…'
  }
  const NONE = { subject_one_code: undefined, subject_two_code: undefined, subject_three_code: undefined }
  const levels = { subject_one_code, subject_two_code, subject_three_code }
  const crumbs = [{ key: 'all', text: '全部科目', onClick: () => onShow(NONE) }]
  let above: Depth = NONE
  for (const [level, code] of Object.entries(levels)) {
    if (code === undefined) continue
    above = { ...above, [level]: code }
    const here = above
    crumbs.push({ key: code, text: textOf(code), onClick: () => onShow(here) })
  }
  return crumbs
}
