import { type PaymentLine, paymentBody } from '@pianzhang/contract/payments'
import type { Planned } from './figures.ts'
import type { NamedRecords } from './references.ts'

/** The lines of a stored body; none if a later version refuses it. For one request: of several, `amountRows` has what lists need. */
export const linesOf = ({ body }: { body: Record<string, unknown> }): PaymentLine[] => {
  const read = paymentBody.safeParse(body)
  return read.success ? read.data.cost_execution_details : []
}

/** What lines would pay on subjects that still exist. */
export const plannedOf = (lines: readonly PaymentLine[], { subjects, contracts }: NamedRecords): Planned[] =>
  lines.flatMap(({ subject_three_code, contract_code, pay_amount }) => {
    const subject = subjects.get(subject_three_code)
    return subject
      ? [
          {
            subject_id: subject.id,
            contract_id: contracts.get(contract_code ?? '')?.id ?? null,
            amount: pay_amount,
          },
        ]
      : []
  })

/** The ids of the instalments that lines would pay. */
export const instalmentsOf = (lines: readonly PaymentLine[], { instalments }: NamedRecords): bigint[] => [
  ...new Set(
    lines.flatMap(({ instalment_code, pay_amount }) =>
      pay_amount > 0n ? (instalments.get(instalment_code ?? '')?.id ?? []) : [],
    ),
  ),
]
