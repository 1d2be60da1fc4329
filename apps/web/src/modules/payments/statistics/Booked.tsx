import { useQuery } from '@tanstack/react-query'
import { TABLE } from '../../../ui/chart/ChartPanel.tsx'
import { Donut } from '../../../ui/chart/drawing/Donut.tsx'
import figures from '../../../ui/chart/figures/FigureTable.module.css'
import panel from '../../../ui/chart/figures/Ring.module.css'
import { RING_HEIGHT } from '../../../ui/chart/figures/Ring.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { Empty } from '../../../ui/states/States.tsx'
import { BookedTable } from '../../booking/BookedTable.tsx'
import { BookedTotal } from '../../subjects/chart/BookedTotal.tsx'
import { Waiting } from '../../subjects/chart/Waiting.tsx'
import { bookedQuery } from './api.ts'

interface Props {
  title: string
  /** Code and name of the level-three subject. */
  subject: string
  caption: string
  vouchers: readonly string[]
  view: string
  /** Opens all of these payments in the list. */
  onAll: () => void
  /** Opens one payment by its number. */
  onOne: (code: string) => void
}

/** The last level: the payments behind one level-three subject, newest first. */
export function Booked({ title, subject, caption, vouchers, view, onAll, onOne }: Props) {
  const narrow = useMedia(CARDS)
  const query = useQuery(bookedQuery(subject, vouchers))
  const { data } = query
  if (!data) return <Waiting query={query} columns={[2, 4, 3]} />
  if (data.total === 0) return <Empty text="暂无科目数据" />
  const whole = [{ key: subject, name: caption, amount: data.amount }]
  return (
    <div className={view !== TABLE && !narrow ? panel.both : undefined}>
      {view !== TABLE && (
        <Donut
          title={title}
          caption={caption}
          figures={whole}
          height={RING_HEIGHT}
          onPick={onAll}
          onRest={onAll}
        />
      )}
      <BookedTable
        label={`${caption}的付款`}
        number="付款编号"
        items={data.items}
        link={(code) => (
          <button type="button" className={`num ${figures.link}`} onClick={() => onOne(code)}>
            {code}
          </button>
        )}
        total={(span) => <BookedTotal span={span} total={data.total} amount={data.amount} onAll={onAll} />}
        box={`${figures.frame} ${panel.records}`}
      />
    </div>
  )
}
