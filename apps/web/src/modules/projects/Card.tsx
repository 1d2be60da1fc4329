import type { Project } from '@pianzhang/contract/projects'
import { Spin } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { count } from '../../ui/count.ts'
import { IconLock, IconPlus } from '../../ui/icons.tsx'
import { ask } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { TextSkeleton } from '../../ui/states/Loading.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { formatMinute } from '../../ui/time.ts'
import { archiveProject, isGone, readPending, unarchiveProject } from './api.ts'
import { projectsChanged as reload } from './changed.ts'
import { periodOf } from './period.ts'
import styles from './projects.module.css'

const DeleteDialog = lazyDialog(() => import('./DeleteDialog.tsx'))

interface Props {
  project: Project
  opening: boolean
  onOpen: () => void
}

export function ProjectCard({ project, opening, onOpen }: Props) {
  const archived = project.archive_at !== null
  const [deleting, setDeleting] = useState(false)
  const [restoring, setRestoring] = useState(false)
  const asking = useRef(false)
  useReturnFocus(deleting)

  async function archive() {
    if (asking.current) return
    asking.current = true
    let waiting: number
    try {
      waiting = (await readPending(project)).payment_requests
    } catch (error) {
      // The failure has been reported by the call.
      if (isGone(error)) await reload()
      return
    } finally {
      asking.current = false
    }
    const text =
      waiting > 0 ? `${project.name}：有 ${count(waiting)} 条付款申请待审批，归档后不能审批。` : project.name
    const question = { title: '确定归档该项目？归档后不可编辑。', text }
    let archived = false
    const run = async () => {
      try {
        await archiveProject(project)
        archived = true
      } catch (error) {
        if (!isGone(error)) throw error
      }
    }
    if (!(await ask(question, run))) return
    if (archived) toast.success('操作成功')
    await reload()
  }

  async function unarchive() {
    if (restoring) return
    setRestoring(true)
    try {
      await unarchiveProject(project)
      toast.success('操作成功')
      await reload()
    } catch (error) {
      // The failure has been reported by the call.
      if (isGone(error)) await reload()
    } finally {
      setRestoring(false)
    }
  }

  function deleted() {
    setDeleting(false)
    toast.success('删除成功')
    void reload()
  }

  const facts = (
    <dl className={styles.facts}>
      <dt>导演</dt>
      <dd>{project.director || '-'}</dd>
      <dt>拍摄周期</dt>
      <dd className="num">{periodOf(project) || '-'}</dd>
      <dt>主演</dt>
      <dd className="ellipsis" title={project.main_character}>
        {project.main_character || '-'}
      </dd>
      <dt>故事梗概</dt>
      <dd className={styles.synopsis} title={project.desc}>
        {project.desc || '-'}
      </dd>
    </dl>
  )

  return (
    <article className={`${styles.card} ${archived ? styles.archived : ''}`} aria-label={project.name}>
      <span className={styles.film} aria-hidden="true" />
      <div className={styles.head}>
        <h2 className={styles.name} title={project.name}>
          {project.can.select ? (
            // The link's area covers the card; the buttons below have a higher z-index.
            <button type="button" className={styles.open} onClick={onOpen} disabled={opening}>
              {project.name}
            </button>
          ) : (
            project.name
          )}
        </h2>
        {project.expired && !archived && <Tag kind="amber">已到期</Tag>}
        {opening && <Spin size="small" />}
      </div>
      {archived ? (
        <div className={styles.lock}>
          <IconLock size={22} />
          已归档
        </div>
      ) : (
        facts
      )}
      <div className={styles.foot}>
        <span className={styles.created}>
          创建时间 <span className="num">{formatMinute(project.created_at)}</span>
        </span>
        {project.can.archive && (
          <button type="button" aria-label={`归档 ${project.name}`} onClick={() => void archive()}>
            归档
          </button>
        )}
        {project.can.unarchive && (
          <button
            type="button"
            aria-disabled={restoring}
            aria-label={`撤销归档 ${project.name}`}
            onClick={() => void unarchive()}
          >
            撤销归档
          </button>
        )}
        {project.can.delete && (
          <button
            type="button"
            className={styles.delete}
            aria-label={`删除 ${project.name}`}
            onClick={() => setDeleting(true)}
          >
            删除
          </button>
        )}
      </div>
      <Suspense>
        {deleting && (
          <DeleteDialog
            project={project}
            onClose={() => setDeleting(false)}
            onDeleted={deleted}
            onGone={() => void reload()}
          />
        )}
      </Suspense>
    </article>
  )
}

export function NewCard({ onClick, busy }: { onClick: () => void; busy: boolean }) {
  return (
    // Not disabled while busy: it would lose the focus, which is to return here when the dialog closes.
    <button type="button" className={styles.new} onClick={onClick} aria-busy={busy} aria-disabled={busy}>
      {busy ? <Spin size="small" /> : <IconPlus size={22} />}
      新建项目
    </button>
  )
}

export function CardSkeleton() {
  return (
    <div className={styles.card}>
      <span className={styles.film} />
      <div className={styles.shape}>
        <TextSkeleton lines={7} />
      </div>
    </div>
  )
}
