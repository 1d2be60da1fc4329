import type { Contract } from '@pianzhang/contract/contracts'
import { fenOf, formatYuan, yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { newKey } from '../../../../platform/api/unanswered.ts'
import { Button } from '../../../../ui/Button.tsx'
import { MoneyInput } from '../../../../ui/fields/MoneyInput.tsx'
import { IconPlus, IconTrash } from '../../../../ui/icons.tsx'
import mini from '../../../../ui/table/MiniTable.module.css'
import { SubjectPicker } from '../../../subjects/picker/SubjectPicker.tsx'
import { useSubjects } from '../../../subjects/picker/selects.ts'
import styles from './allocations.module.css'
import { lineKeys, restOf, type TypedShare } from './allocations.ts'

interface Props {
  contract: Contract
  value?: TypedShare[]
  onChange?: (shares: TypedShare[]) => void
}

const emptyShare = (): TypedShare => ({ key: newKey(), subject_code: null, amount: '' })

/** One line a subject; what is left is shown below and can be put on a line. */
export function AllocationsField({ contract, value = [], onChange }: Props) {
  const { items, state } = useSubjects()
  const { amount_yuan, allocations = [] } = contract
  const rest = restOf(amount_yuan, value)
  const keys = lineKeys(value)
  const change = (index: number, part: Partial<TypedShare>) =>
    onChange?.(value.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const withRest = (amount: string): string => yuan((parseField(amount).fen ?? 0n) + fenOf(rest))
  return (
    <div>
      <table className={`${mini.table} ${styles.edit}`}>
        <thead>
          <tr>
            <th scope="col">科目</th>
            <th scope="col">分摊金额（元）</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {value.map(({ subject_code, amount }, index) => {
            const known = allocations.find((one) => one.subject_code === subject_code)
            return (
              <tr key={keys[index]}>
                <td>
                  <SubjectPicker
                    aria-label={`第${index + 1}行科目`}
                    tree={items}
                    state={state}
                    value={subject_code}
                    onChange={(code) => change(index, { subject_code: code })}
                    known={known && { value: known.subject_code, number: known.out_code, name: known.name }}
                    popupMatchSelectWidth={420}
                  />
                </td>
                <td>
                  <MoneyInput
                    aria-label={`第${index + 1}行分摊金额`}
                    placeholder="请输入金额"
                    value={amount}
                    onChange={(text) => change(index, { amount: text })}
                  />
                </td>
                <td>
                  {fenOf(rest) !== 0n && (
                    <Button
                      type="text"
                      size="small"
                      title={`把未分摊的 ${formatYuan(rest)} 元加到这一行`}
                      onClick={() => change(index, { amount: withRest(amount) })}
                    >
                      补足
                    </Button>
                  )}
                  <Button
                    type="text"
                    size="small"
                    icon={<IconTrash size={14} />}
                    aria-label={`移除第${index + 1}行`}
                    onClick={() => onChange?.(value.filter((_, at) => at !== index))}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={styles.below}>
        <Button icon={<IconPlus size={14} />} onClick={() => onChange?.([...value, emptyShare()])}>
          添加科目
        </Button>
        <span className={`num ${styles.sum}`} role="status">
          合同总额 {formatYuan(amount_yuan)} · 未分摊{' '}
          <b className={rest.startsWith('-') !== amount_yuan.startsWith('-') && rest !== '0.00' ? 'red' : ''}>
            {formatYuan(rest)}
          </b>
        </span>
      </div>
    </div>
  )
}
