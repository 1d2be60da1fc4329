import { contractApi } from '@pianzhang/contract/api/base'
import { bindingBody, type Contract } from '@pianzhang/contract/contracts'
import { formatYuan } from '@pianzhang/contract/money'
// biome-ignore lint/style/noRestrictedImports: searches on the server; without a choice nothing is sent.
import { Select } from 'antd'
import { useState } from 'react'
import { itemsOf } from '../../../platform/ledger/selects.ts'
import { useRemoteSearch } from '../../../ui/fields/choice/useRemoteSearch.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { KEY } from '../../contract-picker/selects.ts'
import { contracts } from '../api.ts'
import { nameOf } from '../columns.tsx'
import styles from '../contracts.module.css'
import { bindSupplement } from '../save.ts'

/** Number of contracts offered, from the seed. */
const FOUND = 30
const EMPTY = { supplement_contract_code: null as string | null }
const Item = basicItems<typeof EMPTY>()

/** 关联补充协议: another contract of the project, found by a search on the server. */
export default function LinkDialog({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const [chosen, setChosen] = useState<Contract>()
  const { offered, select } = useRemoteSearch<Contract>({
    queryOf: (keywords) => ({
      queryKey: [KEY, 'supplements', contract.code, keywords],
      queryFn: ({ signal }) =>
        itemsOf(contractApi.list, {
          query: { keywords, supplement_for: contract.code, per_page: FOUND },
          signal,
        }),
    }),
    chosen,
    labelOf: nameOf,
  })

  return (
    <FormDialog
      title="关联补充协议"
      width={480}
      initial={EMPTY}
      shape={bindingBody.shape}
      send={({ supplement_contract_code }, key) =>
        bindSupplement(contract.code, supplement_contract_code ?? '', key)
      }
      onSaved={contracts.changed}
      onClose={onClose}
    >
      <p className={styles.named}>
        {nameOf(contract)}，{formatYuan(contract.amount_yuan)} 元
      </p>
      <Item.Own name="supplement_contract_code" label="补充协议" required>
        <Select<string>
          placeholder="请输入合同编号或主体搜索"
          {...select}
          onSelect={(code) => setChosen(offered.find((one) => one.code === code))}
          allowClear
        />
      </Item.Own>
    </FormDialog>
  )
}
