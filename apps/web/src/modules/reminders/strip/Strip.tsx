import type { ContractMessages } from '@pianzhang/contract/reminders'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { lastReminders } from '../../../platform/session/tab.ts'
import { Carousel, type SlideProps } from '../../../ui/carousel/Carousel.tsx'
import { path } from '../../../ui/icon.tsx'
import { onceOver } from './dayEnd.ts'
import { messagesQuery } from './messages.ts'
import styles from './Strip.module.css'
import { StripPlaceholder, shownOn } from './StripPlaceholder.tsx'

// Defined here and not in ui/icons.tsx, which is loaded only with the first rows of a list.
const IconHorn = path('M4 10v4h3.5L16 18.5v-13L7.5 10H4Zm3.5 4 1 5.500h2.500l-1-4.200M19 9.500v5')

/** Time that each message is shown (seed 002 §9). */
const TURN_MS = 3_000

/** Reminders due today in the open project, above all of its pages. Renders nothing without any. */
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
  if (!data) return <StripPlaceholder project={project} />
  return data.items.length > 0 ? <Messages items={data.items} /> : null
}

function Messages({ items }: { items: ContractMessages['items'] }) {
  // The strip moves the page down, and up again when it goes: antd's open pickers and selects follow their field on a resize only.
  useEffect(() => {
    dispatchEvent(new Event('resize'))
    return () => void dispatchEvent(new Event('resize'))
  }, [])
  return (
    <Carousel
      label="合同提醒"
      className={styles.strip}
      lead={
        <>
          <IconHorn size={14} />
          <span className={styles.name} aria-hidden="true">
            合同提醒
          </span>
        </>
      }
      items={items}
      milliseconds={TURN_MS}
      message={(item, slide) => <Message {...item} {...slide} />}
    />
  )
}

interface MessageProps extends SlideProps {
  message: string
  contract: { code: string }
}

/** A link to the contract; without the right to read it, to its reminders, or to what is to be paid. */
function Message({ message, contract: { code }, shown, onReached }: MessageProps) {
  const can = useCan()
  const leads = can('contract', 'read')
    ? ({ to: '/contract/detail', search: { code } } as const)
    : can('contract_caution', 'read')
      ? ({ to: '/contract/ContractCautions', search: { contract_code: code } } as const)
      : ({ to: '/payable/index', search: {} } as const)
  // The amount at the end of the message stays visible when the rest is cut off.
  const amount = message.lastIndexOf('未付金额')
  const split = amount < 0 ? message.length : amount
  return (
    <Link {...leads} className={styles.message} title={message} tabIndex={shown ? 0 : -1} onFocus={onReached}>
      <span>{message.slice(0, split)}</span>
      <span className="num">{message.slice(split)}</span>
    </Link>
  )
}
