import type { RecordHistory } from '@pianzhang/contract/history'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CHANGES, type historyOf } from '../../../platform/ledger/history.ts'
import { Button } from '../../Button.tsx'
import { IconChevronDown, IconChevronUp } from '../../icons.tsx'
import { NotLoaded } from '../../states/States.tsx'
import { staleProps } from '../../states/stale.ts'
import { formatMinute } from '../../time.ts'
import styles from './History.module.css'

type Entry = RecordHistory['items'][number]

const ACTIONS: Record<Entry['action'], string> = {
  create: '新增',
  import: '批量新增',
  update: '修改',
  write_off: '核销',
}
const STATES = { added: '新增明细', changed: '明细', removed: '删除明细' } as const

interface Props {
  of: ReturnType<typeof historyOf>
  code: string
  /** Page number in the URL; without it the part keeps its own. */
  page?: number
  onPage?: (page: number) => void
  /** Draws the frame: the title with the pager, and what is below. */
  frame: (pager: ReactNode, body: ReactNode) => ReactNode
}

/** 修改记录: who changed what and when, the latest first. */
export function History({ of, code, page: given, onPage, frame }: Props) {
  const [own, setOwn] = useState(1)
  const page = given ?? own
  const turn = onPage ?? setOwn
  const query = useQuery(of(code, page))
  const { data, isPlaceholderData } = query
  const pages = Math.ceil((data?.listTotal ?? 0) / CHANGES)
  return frame(
    (pages > 1 || page > 1) && (
      <span className={styles.pager}>
        <Button size="small" disabled={page === 1} onClick={() => turn(page - 1)}>
          上一页
        </Button>
        <span className="num">
          {page} / {pages}
        </span>
        <Button size="small" disabled={page >= pages} onClick={() => turn(page + 1)}>
          下一页
        </Button>
      </span>
    ),
    data ? (
      <ol className={styles.entries} {...staleProps(isPlaceholderData)}>
        {data.items.map((entry) => (
          <OneEntry key={`${entry.created_at} ${entry.action}`} {...entry} />
        ))}
      </ol>
    ) : (
      <NotLoaded of={query} lines={3} />
    ),
  )
}

const OneEntry = ({ created_at, user_name, action, changes, lines, complete }: Entry) => (
  <li>
    <span className="num">{formatMinute(created_at)}</span>
    <span>
      {user_name} {ACTIONS[action]}
    </span>
    {(changes.length > 0 || lines.length > 0 || !complete) && (
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change.label}>
            {change.label}：{turnOf(change)}
          </li>
        ))}
        {lines.map(({ title, state, changes: own }) => (
          <li key={`${state} ${title}`}>
            {STATES[state]} {title}：
            {own
              .map((change) => (state === 'changed' ? `${change.label} ${turnOf(change)}` : ownOf(change)))
              .join('；')}
          </li>
        ))}
        {!complete && <li>明细较多，改动未逐条列出，可在操作日志中查看。</li>}
      </ul>
    )}
  </li>
)

/** The same at the end of a dialog: loaded when it is opened, as most readers came for the record itself. */
export function FoldedHistory({ of, code }: Pick<Props, 'of' | 'code'>) {
  const [open, setOpen] = useState(false)
  return (
    <section className={styles.folded} aria-label="修改记录">
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        修改记录
        {open ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
      </button>
      {open && (
        <History
          of={of}
          code={code}
          frame={(pager, body) => (
            <>
              {body}
              {pager}
            </>
          )}
        />
      )}
    </section>
  )
}

type Change = Entry['changes'][number]
const turnOf = ({ before, after }: Change): string => `${before || '空'} → ${after || '空'}`
/** A field of a line that is only in one of the two states. */
const ownOf = ({ label, before, after }: Change): string => `${label} ${after || before}`
