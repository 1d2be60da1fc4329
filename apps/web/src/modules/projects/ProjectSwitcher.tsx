import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { HOME } from '../../platform/menu.ts'
import { useProfile } from '../../platform/session.ts'
import { IconChevronDown } from '../../ui/icons.tsx'
import { besideButton } from '../../ui/popup.ts'
import { projectsQuery } from './api.ts'
import styles from './ProjectSwitcher.module.css'
import { useOpenProject } from './useOpenProject.ts'

const ALL = 'all'

export function ProjectSwitcher() {
  const current = useProfile().current_project
  const [shown, setShown] = useState(false)
  // Asked when it is opened: most visits never switch.
  const { data, isPending } = useQuery({ ...projectsQuery, enabled: shown })
  const navigate = useNavigate()
  const { open, opening } = useOpenProject()

  const projects: MenuProps['items'] = (data?.items ?? []).map((project) => ({
    key: project.code,
    disabled: !project.can.select,
    label: (
      <>
        {project.name}
        {project.archive_at ? (
          <span className={styles.archived}>已归档</span>
        ) : (
          project.expired && <span className={styles.archived}>已到期</span>
        )}
      </>
    ),
  }))
  const loading: MenuProps['items'] =
    shown && isPending ? [{ key: 'loading', label: '加载中…', disabled: true }] : []

  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      getPopupContainer={besideButton}
      open={shown}
      onOpenChange={setShown}
      classNames={{ root: styles.list }}
      menu={{
        selectedKeys: current ? [current.code] : [],
        items: [{ key: ALL, label: '我的项目' }, { type: 'divider' }, ...loading, ...projects],
        onClick: ({ key }) => void (key === ALL ? navigate({ to: HOME }) : open(key)),
      }}
    >
      <Button
        className={styles.switcher}
        loading={opening !== null}
        aria-label={`切换项目，当前：${current?.name ?? '未选择项目'}`}
      >
        <span className={current ? styles.chosen : undefined}>{current?.name ?? '未选择项目'}</span>
        <IconChevronDown size={14} />
      </Button>
    </Dropdown>
  )
}
