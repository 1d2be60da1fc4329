import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useProfile } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { IconEdit } from '../../ui/icons.tsx'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import { NotLoaded } from '../../ui/states/States.tsx'
import { projectsQuery } from '../projects/api.ts'
import { ProjectFacts } from '../projects/Facts.tsx'
import styles from './info.module.css'

const EditDialog = lazyDialog(() => import('../projects/EditDialog.tsx'))

/** 项目总览 · 项目信息. Read from the list of projects, for which a login is enough. */
export default function InfoTab({ tabs }: { tabs: ReactNode }) {
  const code = useProfile().current_project?.code
  const query = useQuery(projectsQuery)
  const { data } = query
  const project = data?.items.find((one) => one.code === code)
  const { dialog, open, close } = useDialog()
  return (
    <>
      <PageHead
        title="项目总览"
        tabs={tabs}
        actions={
          project?.can.write && (
            <Button
              icon={<IconEdit size={14} />}
              onClick={() => open(<EditDialog project={project} onClose={close} />)}
            >
              编辑
            </Button>
          )
        }
      />
      <PageBody tab="second">
        {project ? (
          <section className={styles.panel} aria-label="项目信息">
            <ProjectFacts project={project} />
          </section>
        ) : (
          <NotLoaded of={query} lines={6} />
        )}
      </PageBody>
      {dialog}
    </>
  )
}
