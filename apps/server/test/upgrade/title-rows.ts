import { MADE_AT, PROJECTS, type Rows } from './world.ts'

/** Of each project whom its invoices are made out to. */
export const titleRows = (): Rows => ({
  invoice_titles: PROJECTS.map((project) => ({
    project_id: project,
    name: '北京某某影视文化有限公司',
    tax_no: '91110105MA0000000X',
    address: '',
    phone: '',
    bank: '工商银行',
    account: '0200',
    updated_at: MADE_AT,
  })),
})
