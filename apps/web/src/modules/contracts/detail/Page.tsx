import type { Contract } from '@pianzhang/contract/contracts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { isGone } from '../../../platform/ledger/list.ts'
import { useCan, useFeature } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog, lightPage } from '../../../ui/code/lazy.tsx'
import { IconEdit } from '../../../ui/icons.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { PrintButton } from '../../../ui/page/print/PrintButton.tsx'
import { History } from '../../../ui/page/record/History.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { Empty, NotLoaded } from '../../../ui/states/States.tsx'
import { CardActions } from '../../../ui/table/columns/RowActions.tsx'
import { actionsOf } from '../actions.ts'
import { useReadable } from '../MoneyLink.tsx'
import { useNextSteps } from '../next/useNextSteps.tsx'
import { askUnlink } from '../unlink.ts'
import { forCopy, useRevealed } from '../useRevealed.ts'
import { Amounts } from './Amounts.tsx'
import { contractAddress, contractQuery, historyQuery, relatedQuery } from './api.ts'
import { DetailFacts } from './DetailFacts.tsx'
import styles from './detail.module.css'
import { Movements } from './Movements.tsx'
import { OpenPettyCash } from './OpenPettyCash.tsx'
import { Reminders } from './Reminders.tsx'
import { Scans } from './Scans.tsx'

const Form = lazyDialog(() => import('../dialogs/Dialog.tsx'))
const LinkDialog = lazyDialog(() => import('../dialogs/LinkDialog.tsx'))
const Allocations = lightPage<{ contract: Contract }>(() => import('./allocations/Allocations.tsx'))
const Plan = lightPage<{ contract: Contract }>(() => import('../../payables/plan/Plan.tsx'))
const PrintContract = lazyDialog(() => import('./PrintContract.tsx'))
const route = getRouteApi('/in-project/contract/detail')
const LIST = <Link to="/contract/index">返回合同列表</Link>

/** 合同详情: one contract and the records related to it. */
export default function ContractPage(): ReactNode {
  const { code } = useAddress(route, contractAddress).search
  return code === undefined ? <Missing /> : <Loaded key={code} code={code} />
}

function Loaded({ code }: { code: string }) {
  const query = useQuery(contractQuery(code))
  const { data, error } = query
  const gone = isGone(error)
  if (data) return <Detail contract={data} gone={gone} />
  if (gone) return <Missing />
  return (
    <>
      <PageHead title="合同详情" aside={LIST} />
      <PageBody>
        <NotLoaded of={query} lines={8} />
      </PageBody>
    </>
  )
}

const Missing = () => (
  <>
    <PageHead title="合同详情" aside={LIST} />
    <PageBody>
      <Empty text="合同不存在或已被删除" />
    </PageBody>
  </>
)

/** `gone`: the contract was deleted meanwhile. An open form stays, since something may have been typed in it. */
function Detail({ contract, gone }: { contract: Contract; gone: boolean }) {
  const { search, change } = useAddress(route, contractAddress)
  const related = useQuery(relatedQuery(contract.code))
  const readable = useReadable()
  const form = useDialog()
  const link = useDialog()
  const print = useDialog()
  const { shown: shownOf, reveal } = useRevealed()
  const shown = shownOf(contract)
  const isPhone = useMedia(CARDS)
  const may = useCan()
  const withShares = useFeature('cost_report')
  const mayAdd = may('contract', 'write')
  const copy = async () => {
    const whole = await forCopy(contract)
    if (whole) form.open(<Form row={null} like={whole} onClose={form.close} />)
  }
  const { stepsOf, dialogs } = useNextSteps()
  const actions = actionsOf(contract, {
    stepsOf,
    onEdit: () => form.open(<Form row={contract} onClose={form.close} />),
    onCopy: mayAdd ? () => void copy() : undefined,
    onLink: () => link.open(<LinkDialog contract={contract} onClose={link.close} />),
    onUnlink: askUnlink,
  })

  if (gone && !form.isOpen) return <Missing />
  return (
    <>
      <PageHead
        title="合同详情"
        aside={
          <>
            <span className="num muted">{contract.out_code}</span>
            {LIST}
          </>
        }
        actions={
          <>
            <PrintButton
              onPrint={() =>
                print.open(<PrintContract code={contract.code} shownOf={shownOf} onClose={print.close} />)
              }
              loading={print.isOpen}
            />
            {actions.slice(0, isPhone ? 1 : undefined).map(({ label, onClick }) => (
              <Button key={label} onClick={onClick} icon={label === '编辑' && <IconEdit size={14} />}>
                {label}
              </Button>
            ))}
            {isPhone && <CardActions of={contract.out_code} actions={actions.slice(1)} />}
          </>
        }
      />
      <PageBody>
        <div className={styles.page}>
          <Amounts contract={contract} readable={readable} />
          <DetailFacts contract={shown} onReveal={reveal} />
          {withShares && (
            <Suspense>
              <Allocations contract={contract} />
            </Suspense>
          )}
          {may('payable', 'read') && (
            <Suspense>
              <Plan contract={contract} />
            </Suspense>
          )}
          <Scans files={contract.scans} />
          <Movements contract={contract} readable={readable} related={related} />
          <OpenPettyCash contract={contract} related={related.data} />
          <Reminders code={contract.code} />
          <History
            of={historyQuery}
            code={contract.code}
            page={search.history_page ?? 1}
            onPage={(page) =>
              change((old) => ({ ...old, history_page: page > 1 ? page : undefined }), { resetScroll: false })
            }
            frame={(pager, body) => (
              <Panel title="修改记录" head={pager}>
                {body}
              </Panel>
            )}
          />
        </div>
      </PageBody>
      {dialogs}
      {form.dialog}
      {link.dialog}
      {print.dialog}
    </>
  )
}
