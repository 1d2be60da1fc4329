import type { ContractMessages } from '@pianzhang/contract/contract-cautions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { lastReminders } from '../../../platform/session/tab.ts'
import { icon, path } from '../../../ui/icon.tsx'
import { onceOver } from './dayEnd.ts'
import { messagesQuery } from './messages.ts'
import { Room, shownOn } from './Room.tsx'
import styles from './Strip.module.css'
import { useTurns } from './useTurns.ts'

// Here and not in ui/icons.tsx, which is loaded with the first rows.
const IconHorn = path('M4 10v4h3.5L16 18.5v-13L7.5 10H4Zm3.5 4 1 5.500h2.500l-1-4.200M19 9.500v5')
const IconPause = icon(<path d="M9 6v12m6-12v12" />)
const IconPlay = path('M8 5.500v13l10-6.500-10-6.500Z')

/** What is due today in the open project, above every page of it. Nothing while nothing is due. */
export function Strip({ project }: { project: string }) {
  const { data, dataUpdatedAt, refetch } = useQuery(messagesQuery(project))
  const lasts = data?.day_ends_in
  useEffect(() => {
    if (lasts === undefined) return
    const left = new AbortController()
    onceOver(dataUpdatedAt + lasts, () => void refetch(), left.signal)
    return () => left.abort()
  }, [lasts, dataUpdatedAt, refetch])
  useEffect(() => {
    if (data) lastReminders.set(data.items.length > 0 ? shownOn(project, data.day) : null)
  }, [data, project])
  if (!data) return <Room project={project} />
  return data.items.length > 0 ? <Messages items={data.items} /> : null
}

function Messages({ items }: { items: ContractMessages['items'] }) {
  const { at, left, show, paused, setPaused, holding } = useTurns(items)
  // The page moves down and up again: antd's open pickers and selects follow their field on a resize only.
  useEffect(() => {
    dispatchEvent(new Event('resize'))
    return () => void dispatchEvent(new Event('resize'))
  }, [])
  return (
    <section {...holding} className={styles.strip} aria-label="合同提醒">
      <IconHorn size={14} />
      <span className={styles.name} aria-hidden="true">
        合同提醒
      </span>
      <ul className={styles.messages}>
        {items.map((item, index) => (
          <li
            key={item.code}
            className={index === at ? styles.shown : item.code === left ? styles.left : undefined}
          >
            <Message {...item} shown={index === at} onReached={() => index !== at && show(index)} />
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <span className={styles.tools}>
          <button
            type="button"
            className="num"
            aria-label={`${at + 1} / ${items.length} 下一条`}
            onClick={() => show(at + 1)}
          >
            {at + 1} / {items.length}
          </button>
          <button
            type="button"
            aria-label={paused ? '继续滚动' : '暂停滚动'}
            onClick={() => setPaused(!paused)}
          >
            {paused ? <IconPlay size={14} /> : <IconPause size={14} />}
          </button>
        </span>
      )}
    </section>
  )
}

interface MessageProps {
  message: string
  contract: { code: string }
  shown: boolean
  /** The focus of a screen reader may reach one that is not shown. */
  onReached: () => void
}

/** A link to the contract; without the right to read it, to its reminders. Only the shown one is a stop of the Tab key. */
function Message({ message, contract: { code }, shown, onReached }: MessageProps) {
  const leads = useCan()('contract', 'read')
    ? ({ to: '/contract/detail', search: { code } } as const)
    : ({ to: '/contract/ContractCautions', search: { contract_code: code } } as const)
  // The amount at its end stays in sight where the rest is cut off.
  const split = message.lastIndexOf('未付金额')
  return (
    <Link {...leads} className={styles.message} title={message} tabIndex={shown ? 0 : -1} onFocus={onReached}>
      <span>{message.slice(0, split)}</span>
      <span className="num">{message.slice(split)}</span>
    </Link>
  )
}
