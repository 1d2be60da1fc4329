import type { Contract } from '@pianzhang/contract/contracts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isGone } from '../../../platform/ledger/list.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { IconEdit, IconPrint } from '../../../ui/icons.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Empty, Failed } from '../../../ui/states/States.tsx'
import { actionsOf } from '../actions.ts'
import { useReadable } from '../MoneyLink.tsx'
import { askUnlink } from '../unlink.ts'
import { useRevealed } from '../useRevealed.ts'
import { Amounts } from './Amounts.tsx'
import { contractQuery, parseDetail, relatedQuery } from './api.ts'
import { DetailFacts } from './DetailFacts.tsx'
import styles from './detail.module.css'
import { History } from './History.tsx'
import { Movements } from './Movements.tsx'
import { OpenImprests } from './OpenImprests.tsx'
import { Reminders } from './Reminders.tsx'
import { Scans } from './Scans.tsx'

const Form = lazyDialog(() => import('../dialogs/Dialog.tsx'))
const LinkDialog = lazyDialog(() => import('../dialogs/LinkDialog.tsx'))
const PrintContract = lazyDialog(
  () => import('./PrintContract.tsx'),
  ({ onDone }) => onDone(),
)
const route = getRouteApi('/in-project/contract/detail')
const LIST = <Link to="/contract/index">返回合同列表</Link>

/** 合同详情: one contract and what hangs together with it. */
export default function ContractPage() {
  const { code } = parseDetail(route.useSearch())
  return code === undefined ? <Missing /> : <Loaded key={code} code={code} />
}

function Loaded({ code }: { code: string }) {
  const { data, error, isFetching, refetch } = useQuery(contractQuery(code))
  if (isGone(error)) return <Missing />
  if (data) return <Detail contract={data} />
  return (
    <>
      <PageHead title="合同详情" aside={LIST} />
      <PageBody>
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <TextSkeleton lines={8} />
        )}
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

type Dialog = 'edit' | 'link' | 'print' | null

function Detail({ contract }: { contract: Contract }) {
  const related = useQuery(relatedQuery(contract.code))
  const readable = useReadable()
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null)
  const close = () => setDialog(null)
  const { shown: shownOf, reveal } = useRevealed()
  const shown = shownOf(contract)
  const actions = actionsOf(contract, {
    onEdit: () => setDialog('edit'),
    onLink: () => setDialog('link'),
    onUnlink: askUnlink,
  })

  return (
    <>
      <PageHead
        title="合同详情"
        aside={
          <>
            <span className={`num ${styles.code}`}>{contract.out_code}</span>
            {LIST}
          </>
        }
        actions={
          <>
            <Button icon={<IconPrint size={14} />} onClick={() => setDialog('print')}>
              打印
            </Button>
            {actions.map(({ label, onClick }) => (
              <Button key={label} onClick={onClick} icon={label === '编辑' && <IconEdit size={14} />}>
                {label}
              </Button>
            ))}
          </>
        }
      />
      <PageBody>
        <div className={styles.page}>
          <Amounts contract={contract} readable={readable} />
          <DetailFacts contract={shown} onReveal={reveal} />
          <Scans files={contract.scans} />
          <Movements contract={contract} readable={readable} related={related} />
          <OpenImprests contract={contract} related={related.data} />
          <Reminders code={contract.code} />
          <History code={contract.code} />
        </div>
      </PageBody>
      <Suspense>
        {dialog === 'edit' && <Form row={contract} onClose={close} />}
        {dialog === 'link' && <LinkDialog contract={contract} onClose={close} />}
        {dialog === 'print' && <PrintContract contract={shown} related={related.data} onDone={close} />}
      </Suspense>
    </>
  )
}
