import { COMPANY_OF, CREATOR_OF, day, idIn, MADE_AT, PROJECTS, type Rows, times } from './world.ts'

/** Of each project fees of a person, the first paid by a line and its tax remitted by another one, and rates that the operator added. */
export const feeRows = (): Rows => ({
  fee_settings: [1, 2].map((company) => ({
    company_id: company,
    vat: company === 1 ? 'withhold' : null,
    surcharge: 350,
    updated_at: MADE_AT,
  })),
  fee_rates: [
    {
      kind: 'vat',
      holds_from: '2028-01-01',
      content: {
        kind: 'vat',
        holds_from: '2028-01-01',
        holds_to: null,
        exempt_below: '1000',
        percent: '1',
        withheld: true,
      },
      created_at: MADE_AT,
    },
  ],
  fees: PROJECTS.flatMap((project) =>
    times(2, (n) => ({
      project_id: project,
      id: idIn(project, n),
      code: `fee-${project}-${n}`,
      payee_id: (COMPANY_OF[project] ?? 0) * 10 + 1,
      month: '2026-05-01',
      pay_at: day(120 + n),
      kind: 'labor',
      resident: true,
      basis: 'gross',
      vat_withheld: false,
      gross: 3_000_00,
      vat: 0,
      surcharge: 0,
      taxable: n === 1 ? 2_200_00 : 2_600_00,
      tax: n === 1 ? 440_00 : 520_00,
      net: n === 1 ? 2_560_00 : 2_480_00,
      line_id: n === 1 ? idIn(project, 5) : null,
      remitted_line_id: n === 1 ? idIn(project, 9) : null,
      creator_id: CREATOR_OF[project],
      created_at: MADE_AT,
      updated_at: MADE_AT,
    })),
  ),
})
