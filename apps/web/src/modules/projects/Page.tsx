import { FAILURES } from '@pianzhang/contract/errors'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Alert, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../platform/api/api.ts'
import { BUY } from '../../platform/session/menu.ts'
import { useCan, useProfile } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { CLEARABLE, IconSearch } from '../../ui/icons.tsx'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { ask, showNotice } from '../../ui/popup/confirm.tsx'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import { Empty, Failed, NothingMatches } from '../../ui/states/States.tsx'
import { checkCreate, projectsQuery } from './api.ts'
import { CardSkeleton, NewCard, ProjectCard } from './Card.tsx'
import styles from './projects.module.css'
import { Quota, QuotaWords } from './Quota.tsx'
import { useOpenProject } from './useOpenProject.ts'

const QUIET_MS = 300

/** Text of the search box. It filters at once and is written to the URL when typing pauses, for reloads and links. */
function useWords(): [string, (words: string) => void] {
  const { keywords = '' } = useSearch({ from: '/project/index' })
  const navigate = useNavigate()
  const [words, setWords] = useState(keywords)
  const applied = useRef(keywords)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The URL was changed from outside: by Back, or by the menu's entry for this page.
  useEffect(() => {
    if (keywords === applied.current) return
    applied.current = keywords
    clearTimeout(timer.current)
    setWords(keywords)
  }, [keywords])

  function change(next: string) {
    setWords(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      applied.current = next.trim()
      void navigate({
        to: '/project/index',
        search: (old) => ({ ...old, keywords: applied.current || undefined }),
        replace: true,
        resetScroll: false,
      })
    }, QUIET_MS)
  }

  return [words, change]
}

// Forms and calendars are larger than the page, so they are loaded when opened.
const NewProjectDialog = lazyDialog(() => import('./NewProjectDialog.tsx'))

const FULL = FAILURES.quotaFull.code

/** The dialog 项目已满, or before the first purchase 请先购买项目, with the server's message; without access to orders only the message. */
async function askToBuy(text: string, total: number | undefined, mayBuy: boolean): Promise<boolean> {
  const title = total === 0 ? '请先购买项目' : '项目已满'
  if (mayBuy) return await ask({ title, text, ok: '购买项目' })
  showNotice({ title, text, ok: '取消' })
  return false
}

export default function ProjectsPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(projectsQuery)
  const [words, setWords] = useWords()
  const { dialog, open: openDialog, close } = useDialog()
  const [checking, setChecking] = useState(false)
  const { open, opening } = useOpenProject()
  const navigate = useNavigate()
  const mayBuy = useCan()('order', 'read')
  const { notices } = useProfile()

  async function showFull(text: string) {
    // The count on the page is older than the refusal.
    void refetch()
    if (await askToBuy(text, data?.total_count, mayBuy)) await navigate({ to: BUY })
  }

  async function startCreating() {
    if (checking) return
    setChecking(true)
    try {
      await checkCreate()
      openDialog(<NewProjectDialog onClose={close} onFull={(text) => void showFull(text)} />)
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === FULL) void showFull(failure.message)
    } finally {
      setChecking(false)
    }
  }

  const wanted = words.trim().toLowerCase()
  const projects = data?.items.filter((project) => project.name.toLowerCase().includes(wanted)) ?? []

  return (
    <>
      <PageHead
        title={
          <>
            我的项目
            {data && <QuotaWords used={data.exists_count} total={data.total_count} />}
          </>
        }
        aside={data && <Quota used={data.exists_count} total={data.total_count} />}
        actions={
          <Input
            className={styles.search}
            allowClear={CLEARABLE}
            prefix={<IconSearch />}
            placeholder="请输入项目名称"
            aria-label="项目名称"
            maxLength={200}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        }
      />
      <PageBody>
        {notices.map((notice) => (
          <Alert key={notice} className={styles.notice} type="warning" showIcon title={notice} />
        ))}
        {error instanceof ApiError && error.code === FAILURES.forbidden.code && !data ? (
          // 403 on this list, which needs no right, means that the account has no role.
          <Empty text="您的账号尚未分配角色，或角色已被禁用，请联系管理员">
            <Button onClick={() => void refetch()} loading={isFetching}>
              重试
            </Button>
          </Empty>
        ) : error && !data ? (
          <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : isPending ? (
          <div className={styles.grid} role="status" aria-label="加载中…">
            {[0, 1, 2].map((index) => (
              <CardSkeleton key={index} />
            ))}
          </div>
        ) : wanted !== '' && projects.length === 0 ? (
          <NothingMatches onClear={() => setWords('')} />
        ) : projects.length === 0 && !data?.can.create ? (
          <Empty text="暂无参与的项目，请联系管理员" />
        ) : (
          <ul className={styles.grid}>
            {data?.can.create && wanted === '' && (
              <li>
                <NewCard onClick={() => void startCreating()} busy={checking} />
              </li>
            )}
            {projects.map((project) => (
              <li key={project.code}>
                <ProjectCard
                  project={project}
                  opening={opening === project.code}
                  onOpen={() => void open(project.code)}
                />
              </li>
            ))}
          </ul>
        )}
      </PageBody>
      {dialog}
    </>
  )
}
