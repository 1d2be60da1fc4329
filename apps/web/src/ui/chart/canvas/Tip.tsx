import { capitals, formatYuan } from '@pianzhang/contract/money'

/** An amount beside the pointer: of what, exactly, in capitals. */
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
