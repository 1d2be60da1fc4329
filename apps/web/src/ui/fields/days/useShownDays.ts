import type { Dayjs } from 'dayjs'
import { useRef, useState } from 'react'
import type { DateText } from './dates.ts'
import { toDay } from './pickerDays.ts'

/**
 * Days for antd's picker. Text that is no date is left out, because the picker would clear its field; `key` remounts it
 * when such text is replaced from outside (重置, another address). Call `own` with values from the field itself.
 */
export function useShownDays(value: readonly DateText[]) {
  const [state, setState] = useState(() => ({ value, shown: value.map(toDay), key: 0 }))
  const handedOn = useRef<string>(undefined)
  if (JSON.stringify(value) !== JSON.stringify(state.value)) {
    const byOthers = handedOn.current !== JSON.stringify(value)
    const lost = state.value.some((old, at) => old && !toDay(old) && old !== value[at])
    setState({
      value,
      shown: value.map((day, at): Dayjs | null =>
        day && !toDay(day) ? (state.shown[at] ?? null) : toDay(day),
      ),
      key: byOthers && lost ? state.key + 1 : state.key,
    })
  }
  const own = (next: readonly DateText[]) => {
    handedOn.current = JSON.stringify(next)
  }
  return { shown: state.shown, key: state.key, own }
}
