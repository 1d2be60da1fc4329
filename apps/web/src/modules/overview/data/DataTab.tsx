import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { IconPrint } from '../../../ui/icons.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'
import { overviewSearch } from '../search.ts'
import { Boxes } from './Boxes.tsx'
import { ContractPanel } from './ContractPanel.tsx'
import { CostPanel } from './CostPanel.tsx'
import styles from './data.module.css'
import { InvestmentPanel } from './InvestmentPanel.tsx'

const PrintOverview = lazyDialog(
  () => import('../print/PrintOverview.tsx'),
  ({ onDone }) => onDone(),
)
const route = getRouteApi('/in-project/general/index')

/** 项目总览 · 项目数据: where the money of the project is. */
export default function DataTab({ tabs }: { tabs: ReactNode }) {
  const { search, change } = useAddress(route, overviewSearch)
  const [printing, setPrinting] = useState(false)
  useReturnFocus(printing)
  return (
    <>
      <PageHead
        title="项目总览"
        tabs={tabs}
        actions={
          <Button icon={<IconPrint size={14} />} loading={printing} onClick={() => setPrinting(true)}>
            打印
          </Button>
        }
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
          <ContractPanel />
        </div>
      </PageBody>
      <Suspense>{printing && <PrintOverview onDone={() => setPrinting(false)} />}</Suspense>
    </>
  )
}
