import { capitals, formatYuan } from '@pianzhang/contract/money'

/** Tooltip beside the pointer: name, exact amount, amount in capitals. */
export function Tip({ name, amount, more = '' }: { name: string; amount: string; more?: string }) {
  return (
    <>
      <div>{name}</div>
      <div className="num">
        {formatYuan(amount)} 元{more}
      </div>
      <div>{capitals(amount)}</div>
    </>
  )
}
