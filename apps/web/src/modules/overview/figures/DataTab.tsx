import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { PrintButton } from '../../../ui/page/print/PrintButton.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { overviewSearch } from '../search.ts'
import { Boxes } from './Boxes.tsx'
import { ContractPanel } from './ContractPanel.tsx'
import { CostPanel } from './CostPanel.tsx'
import { InvestmentPanel } from './InvestmentPanel.tsx'
import styles from './panels.module.css'

export { ready } from './Boxes.tsx'

const PrintOverview = lazyDialog(() => import('../print/PrintOverview.tsx'))
const route = getRouteApi('/in-project/general/index')

/** 项目总览 · 项目数据: where the money of the project is. */
export default function DataTab({ tabs }: { tabs: ReactNode }) {
  const { search, change } = useAddress(route, overviewSearch)
  const { dialog, isOpen, open, close } = useDialog()
  const onPage = useCallback(
    (page: number, replace = false) =>
      change((old) => ({ ...old, activeName: 'first', contract_page: page > 1 ? page : undefined }), {
        replace,
        resetScroll: false,
      }),
    [change],
  )
  return (
    <>
      <PageHead
        title="项目总览"
        tabs={tabs}
        actions={<PrintButton loading={isOpen} onPrint={() => open(<PrintOverview onClose={close} />)} />}
      />
      <PageBody tab="first">
        <Boxes />
        <div className={styles.panels}>
          <CostPanel
            depth={search}
            onShow={(depth) =>
              change((old) => ({ ...old, ...depth, activeName: 'first' }), { resetScroll: false })
            }
          />
          <InvestmentPanel />
          <ContractPanel page={search.contract_page ?? 1} onPage={onPage} />
        </div>
      </PageBody>
      {dialog}
    </>
  )
}
