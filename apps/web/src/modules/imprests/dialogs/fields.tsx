import type { Imprest } from '@pianzhang/contract/imprests'
import { useTaxRates } from '../../booking/choices.ts'
import { RateInput } from '../../booking/RateInput.tsx'
import { SubjectPicker } from '../../subjects/picker/SubjectPicker.tsx'
import { useSubjects } from '../../subjects/picker/selects.ts'

/** What `Form.Item` gives its control. */
interface Control<V> {
  id?: string
  value?: V
  onChange?: (value: V) => void
}

/** `known`: the record whose subject may have left the tree. */
export function SubjectField({
  value = null,
  onChange,
  known,
  ...rest
}: Control<string | null> & { known: Imprest | null }) {
  const tree = useSubjects()
  return (
    <SubjectPicker
      {...rest}
      tree={tree.items}
      state={tree.state}
      value={value}
      onChange={(code) => onChange?.(code)}
      known={
        known
          ? {
              value: known.subject_three_code,
              number: known.subject_three_out_code,
              name: known.subject_three_name,
            }
          : undefined
      }
    />
  )
}

/** `rest`: what `Form.Item` says of the field's error. */
export function RateField({ id = 'face_tax_rate', value = null, onChange, ...rest }: Control<string | null>) {
  const rates = useTaxRates()
  return (
    <RateInput
      {...rest}
      id={id}
      rates={(rates.items ?? []).map((one) => one.value)}
      state={rates.state}
      value={value}
      onChange={(rate) => onChange?.(rate)}
    />
  )
}
