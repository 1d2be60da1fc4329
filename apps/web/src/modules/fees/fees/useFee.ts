import { FAILURES } from '@pianzhang/contract/errors'
import type { Fee } from '@pianzhang/contract/fees'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { useConflict } from '../../../ui/form/conflict/useConflict.tsx'
import { isSamePage, useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { useSave } from '../../../ui/form/useSave.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { calculationQuery, fees, settingQuery } from '../api.ts'
import { mustChoose } from '../words.ts'
import { FIELDS } from './mergeFields.ts'
import {
  calculateBodyOf,
  emptyValues,
  type FieldFaults,
  faultsOf,
  feeBodyOf,
  isUnsaved,
  nextValues,
  type Values,
  valuesOf,
} from './values.ts'

const NONE: FieldFaults = {}
/** Whose calculation is not asked for. */

interface Options {
  /** The record that is edited. */
  row: Fee | undefined
  /** The first day that a new fee has. */
  day: string
  onSaved: (fee: Fee) => void
}

/** A fee as it is typed: what the server computes of it, and its save. */
export function useFee({ row, day, onSaved }: Options) {
  const [values, setValues] = useState(() => (row ? valuesOf(row) : emptyValues(day)))
  const [faults, setFaults] = useState(NONE)
  const latest = useRef(values)
  latest.current = values
  const conflict = useConflict(
    row && { record: row, latest: () => fees.latest(row.code), valuesOf, fields: FIELDS },
    {
      read: () => latest.current,
      write: (part) => setValues((old) => ({ ...old, ...part })),
    },
  )
  const guard = useUnsavedGuard(isUnsaved(values, row), { stays: isSamePage('tab') })
  const { data: setting } = useQuery(settingQuery)
  const undecided =
    setting !== undefined && mustChoose(setting, { kind: values.kind, day: values.pay_at ?? '' })
  const body = undecided ? null : calculateBodyOf(values, row?.code)
  const {
    data: computed,
    error,
    isPlaceholderData,
    isFetching,
    refetch,
  } = useQuery({
    ...calculationQuery(body),
    placeholderData: keepPreviousData,
  })
  const refusal = error instanceof ApiError && body !== null ? error : undefined

  const set = (part: Partial<Values>) => {
    setValues((old) => ({ ...old, ...part }))
    setFaults(NONE)
    conflict.changed()
  }
  const { save: send, saving } = useSave({
    send: async ({ typed, over }: { typed: Values; over: number | undefined }, key) => {
      const answer = row
        ? await fees.update(row.code, { ...feeBodyOf(typed), version: over }, key)
        : await fees.create(feeBodyOf(typed), key)
      await fees.changed()
      return answer
    },
    onFailed: (failure) => {
      if (failure.code === FAILURES.invalid.code) show(failure)
      else conflict.refused(failure)
    },
  })
  /** Shows what the server refuses at its fields; the rest in words. */
  const show = ({ errors, message }: Pick<ApiError, 'errors' | 'message'>) => {
    setFaults(Object.fromEntries(errors.map((one) => [one.field, one.message])))
    const rest = errors.find(({ field }) => !FIELD_NAMES.includes(field))
    if (errors.length === 0 || rest) toast.error(rest?.message ?? message)
  }
  /** Whether the values can be saved; shows what cannot. */
  const check = (): boolean => {
    const found = faultsOf(values)
    setFaults(found)
    return Object.keys(found).length === 0
  }
  const done = (fee: Fee) => {
    guard.release()
    setValues(nextValues(values))
    setFaults(NONE)
    onSaved(fee)
  }
  const save = async () => {
    if (!check()) return
    const saved = await send({ typed: values, over: conflict.version.current })
    if (!saved) return
    toast.success(saved.msg)
    done(saved.data)
  }
  return {
    values,
    set,
    faults,
    setting,
    undecided,
    /** Undefined: nothing to compute yet, or the server refuses. */
    computed: body !== null && !refusal ? computed : undefined,
    stale: isPlaceholderData,
    refusal,
    retry: () => void refetch(),
    retrying: isFetching,
    check,
    save: () => void save(),
    saving,
    done,
    conflict,
    guard,
    reset: () => {
      setValues(row ? valuesOf(row) : emptyValues(day))
      setFaults(NONE)
    },
  }
}
export type FeeForm = ReturnType<typeof useFee>

const FIELD_NAMES = ['payee_code', 'pay_at', 'kind', 'basis', 'amount', 'invoice_vat']
