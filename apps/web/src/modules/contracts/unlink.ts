import type { Contract } from '@pianzhang/contract/contracts'
import { ask } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { contracts } from './api.ts'
import { unbindSupplement } from './save.ts'

/** 取消关联 after a question that names both contracts. */
export function askUnlink(contract: Contract): void {
  const supplements = contract.supplements_contracts.map(({ out_code }) => out_code).join('、')
  const text = `合同 ${contract.out_code}，补充协议 ${supplements}`
  void ask({ title: '确定取消关联？', text }, async () => {
    const { msg } = await unbindSupplement(contract.code)
    await contracts.changed()
    toast.success(msg)
  })
}
