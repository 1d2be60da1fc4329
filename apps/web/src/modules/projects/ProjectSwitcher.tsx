import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { HOME } from '../../platform/session/menu.ts'
import { useProfile } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { IconChevronDown } from '../../ui/icons.tsx'
import { Menu, type MenuItem } from '../../ui/popup/Menu.tsx'
import { projectsQuery } from './api.ts'
import styles from './ProjectSwitcher.module.css'
import { useOpenProject } from './useOpenProject.ts'

const ALL = 'all'

export function ProjectSwitcher() {
  const current = useProfile().current_project
  const [shown, setShown] = useState(false)
  // Loaded when the menu is opened: most visits never switch projects.
  const { data, isPending } = useQuery({ ...projectsQuery, enabled: shown })
  const navigate = useNavigate()
  const { open, opening } = useOpenProject()

  const projects = (data?.items ?? []).map(
    (project, index): MenuItem => ({
      key: project.code,
      disabled: !project.can.select,
      divided: index === 0,
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
    }),
  )
  const loading = isPending ? [{ key: 'loading', label: '加载中…', disabled: true, divided: true }] : []

  return (
    <Menu
      selected={current?.code}
      items={[{ key: ALL, label: '我的项目' }, ...loading, ...projects]}
      onOpen={() => setShown(true)}
      onChoose={(key) => void (key === ALL ? navigate({ to: HOME }) : open(key))}
    >
      {(button) => (
        <Button
          {...button}
          className={styles.switcher}
          loading={opening !== null}
          aria-label={`切换项目，当前：${current?.name ?? '未选择项目'}`}
        >
          <span className={current ? 'strong' : undefined}>{current?.name ?? '未选择项目'}</span>
          <IconChevronDown size={14} />
        </Button>
      )}
    </Menu>
  )
}
