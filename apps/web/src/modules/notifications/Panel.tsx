import type { Notification as Notice } from '@pianzhang/contract/notifications'
import { PAGE_SIZES } from '@pianzhang/contract/page'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Empty, NotLoaded } from '../../ui/states/States.tsx'
import { formatMinute } from '../../ui/time.ts'
import { listQuery } from './api.ts'
import { askOnce, mayAsk } from './desktop.ts'
import styles from './Panel.module.css'
import { hrefOf } from './words.ts'

/** The notices, newest first. */
export function Panel({ onChosen }: { onChosen: (notice: Notice) => void }) {
  const [size, setSize] = useState<number>(PAGE_SIZES[0])
  const query = useQuery(listQuery(size))
  const { data, isPlaceholderData } = query
  if (!data) return <NotLoaded of={query} />
  const larger = PAGE_SIZES.find((one) => one > size)
  return (
    <>
      {data.items.length === 0 ? (
        <Empty text="暂无通知。待您处理的事项和办理结果显示在这里，保留90天。" />
      ) : (
        <ul className={styles.list}>
          {data.items.map((notice) => (
            <Row key={notice.code} notice={notice} onChosen={onChosen} />
          ))}
          {larger !== undefined && data.items.length < data.listTotal && (
            <li className={styles.more}>
              <Button type="text" block loading={isPlaceholderData} onClick={() => setSize(larger)}>
                加载更多
              </Button>
            </li>
          )}
        </ul>
      )}
      <AskRow />
    </>
  )
}

function Row({ notice, onChosen }: { notice: Notice; onChosen: (notice: Notice) => void }) {
  const { title, text, project, created_at, read } = notice
  const choose = (event: MouseEvent) => {
    // With a key held down the browser opens the link elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChosen(notice)
  }
  return (
    <li>
      <a
        href={hrefOf(notice)}
        className={read ? styles.row : `${styles.row} ${styles.unread}`}
        onClick={choose}
      >
        <span className={styles.title}>
          {!read && <span className="visually-hidden">未读：</span>}
          {title}
        </span>
        {text !== '' && <span className={styles.text}>{text}</span>}
        <span className={styles.meta}>
          {project && <span className="ellipsis">{project.name}</span>}
          <span className="num">{formatMinute(created_at)}</span>
        </span>
      </a>
    </li>
  )
}

/** Asks once in a browser whether it may show notices while nobody looks at the page. */
function AskRow() {
  const [shown, setShown] = useState(mayAsk)
  if (!shown) return null
  const ask = () => {
    setShown(false)
    void askOnce()
  }
  return (
    <div className={styles.ask}>
      <Button type="text" size="small" onClick={ask}>
        开启桌面提醒
      </Button>
      <span>离开页面时也能收到新通知</span>
    </div>
  )
}
