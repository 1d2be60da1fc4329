/**
 * The stages of a visit, in the order in which they are loaded; each is one chunk of the built page, with all that its modules import.
 * HTTP/1.1 fetches six files at a time, so a chunk per stage loads sooner there than dozens of small ones. Code that several stages import
 * goes to the earliest of them. antd must not get into `login`, `shell` or `list`: rows are drawn before it loads.
 *
 * `stage-groups.ts` reads these imports from the source; they are never run. Because they are imports, a moved or renamed file is a compile
 * error here.
 */
export const STAGES = {
  // The public pages, without any code of the product. Listed before `login`, which takes all code that every entry loads first.
  public: () => [import('./src/modules/public/carousel.ts')],
  // The entry, main.tsx: session check, and the pages without the shell.
  login: () => [],
  // Placeholder shown while the shell is fetched; the login page needs none.
  skeleton: () => [import('./src/ui/states/Loading.tsx')],
  // The page frame, and what lists and charts share; the closed lists and uploads of the contract, which most pages read.
  shell: () => [
    import('./src/app/App.tsx'),
    import('./src/platform/address/listSearch.ts'),
    import('./src/platform/api/inGroups.ts'),
    import('./src/platform/ledger/charts.ts'),
    import('./src/platform/ledger/ledgerTabs.ts'),
    import('./src/platform/ledger/list.ts'),
    import('./src/platform/ledger/records.ts'),
    import('./src/platform/ledger/selects.ts'),
    import('./src/platform/ledger/sheets.ts'),
    import('./src/ui/MoneyText.tsx'),
    import('./src/ui/ScrollBox.tsx'),
    import('./src/ui/count.ts'),
    import('./src/ui/list/FileButtons.tsx'),
    import('./src/ui/page/LedgerPage.tsx'),
    import('./src/ui/page/Stats.tsx'),
    import('./src/ui/page/useSize.ts'),
    import('./src/ui/popup/useReturnFocus.ts'),
    import('./src/ui/states/LoadFailed.tsx'),
    import('./src/ui/states/stale.ts'),
    import('./src/ui/table/MiniTable.tsx'),
    import('@pianzhang/contract/attachments'),
    import('@pianzhang/contract/lists'),
  ],
  // What lists share, including the link, picker and filter of contracts, which several lists show.
  list: () => [
    import('./src/modules/contract-picker/ContractLink.tsx'),
    import('./src/modules/contract-picker/selects.ts'),
    import('./src/modules/contract-picker/useContractFilter.ts'),
    import('./src/ui/filters/FilterBar.tsx'),
    import('./src/ui/filters/FilterRow.tsx'),
    import('./src/ui/filters/FilterTags.tsx'),
    import('./src/ui/filters/filter.tsx'),
    import('./src/ui/list/RecordList.tsx'),
    import('./src/ui/list/cards/CardList.tsx'),
    import('./src/ui/list/cards/RecordCard.tsx'),
    import('./src/ui/list/selection/SelectionBar.tsx'),
    import('./src/ui/list/selection/amountRemoval.ts'),
    import('./src/ui/list/selection/useCardSelection.ts'),
    import('./src/ui/list/selection/useRemoval.ts'),
    import('./src/ui/list/useLedger.ts'),
    import('./src/ui/list/useListAddress.ts'),
    import('./src/ui/list/useRecords.tsx'),
    import('./src/ui/table/DataTable.tsx'),
    import('./src/ui/table/DataTableBar.tsx'),
    import('./src/ui/table/columns/RowActions.tsx'),
    import('./src/ui/table/columns/columns.tsx'),
  ],
  // The antd base that every antd part needs, with toasts and confirm dialogs.
  antd: () => [import('./src/ui/antd/Antd.tsx'), import('./src/ui/antd/Feedback.tsx')],
  // Selects and pagers, and what dates and trees share with forms, so that filters do not load a form.
  fields: () => [
    import('antd/es/style/motion/collapse.js'),
    import('antd/es/style/roundedArrow.js'),
    import('antd/es/tooltip/index.js'),
    import('./src/ui/fields/choice/MultiSelect.tsx'),
    import('./src/ui/table/pager/Pager.tsx'),
  ],
  form: () => [
    import('antd/es/alert/index.js'),
    import('antd/es/form/index.js'),
    import('./src/platform/api/idempotency.ts'),
    import('./src/ui/fields/Field.tsx'),
    import('./src/ui/form/FormDialog.tsx'),
    import('./src/ui/form/changed.ts'),
    import('./src/ui/form/conflict/ConflictNotice.tsx'),
    import('./src/ui/form/conflict/fields.ts'),
    import('./src/ui/form/conflict/merge.ts'),
    import('./src/ui/form/conflict/useConflict.tsx'),
    import('./src/ui/form/conflict/useMarks.ts'),
    import('./src/ui/form/conflict/useSeen.ts'),
    import('./src/ui/form/fieldName.ts'),
    import('./src/ui/form/filled.ts'),
    import('./src/ui/form/formErrors.ts'),
    import('./src/ui/form/passwordRule.ts'),
    import('./src/ui/form/rules.ts'),
    import('./src/ui/form/unsaved.ts'),
    import('./src/ui/form/useFormModal.ts'),
    import('./src/ui/form/useSave.ts'),
  ],
  // What contracts and payments say of their payee: in the chunk of either, the other's lists would load that page with its form.
  'payee-link': () => [import('@pianzhang/contract/payee-link')],
  // What statistics and list share in the ledgers that book on subjects.
  booking: () => [
    import('./src/modules/booking/choices.ts'),
    import('./src/modules/subjects/picker/selects.ts'),
    import('./src/modules/subjects/picker/subjects.ts'),
  ],
  // What the statistics of the ledgers share.
  charts: () => [
    import('./src/modules/booking/BookedTable.tsx'),
    import('./src/modules/booking/booked.ts'),
    import('./src/modules/booking/useExpenseCharts.ts'),
    import('./src/modules/subjects/chart/BookedTotal.tsx'),
    import('./src/modules/subjects/chart/SubjectFigures.tsx'),
    import('./src/modules/subjects/chart/SubjectPanel.tsx'),
    import('./src/modules/subjects/chart/Waiting.tsx'),
    import('./src/modules/subjects/chart/levelPictures.tsx'),
    import('./src/modules/subjects/chart/levels.ts'),
    import('./src/ui/chart/Hint.tsx'),
    import('./src/ui/chart/Statistics.tsx'),
    import('./src/ui/chart/Total.tsx'),
    import('./src/ui/chart/figures/FigurePanel.tsx'),
    import('./src/ui/chart/useCharts.ts'),
  ],
  // One stage per ledger: its page, and what its statistics and its list share, so that neither tab loads the other.
  payments: () => [
    import('./src/modules/payments/PaymentsPage.tsx'),
    import('./src/modules/payments/api.ts'),
    import('./src/modules/payments/imports.ts'),
  ],
  imprests: () => [
    import('./src/modules/petty-cash/Page.tsx'),
    import('./src/modules/petty-cash/api.ts'),
    import('./src/modules/petty-cash/imports.ts'),
  ],
  receipts: () => [
    import('./src/modules/receipts/Page.tsx'),
    import('./src/modules/receipts/api.ts'),
    import('./src/modules/receipts/imports.ts'),
  ],
  'cost-budgets': () => [
    import('./src/modules/cost-budgets/Page.tsx'),
    import('./src/modules/cost-budgets/api.ts'),
    import('./src/modules/cost-budgets/calculation.ts'),
    import('./src/modules/cost-budgets/imports.ts'),
  ],
  'investment-budgets': () => [
    import('./src/modules/investment-budgets/Page.tsx'),
    import('./src/modules/investment-budgets/api.ts'),
  ],
  // What dialogs and pages of one record share.
  record: () => [
    import('./src/modules/projects/changed.ts'),
    import('./src/modules/projects/period.ts'),
    import('./src/ui/images/LazyPreview.tsx'),
    import('./src/ui/images/isPicture.ts'),
    import('./src/ui/page/record/Facts.tsx'),
    import('./src/ui/time.ts'),
  ],
  contracts: () => [import('./src/modules/contracts/Page.tsx'), import('./src/modules/contracts/api.ts')],
  contract: () => [
    import('./src/modules/contracts/detail/Page.tsx'),
    import('./src/modules/contracts/detail/api.ts'),
  ],
  // The red strip, with the carousel that it shares with the banner of pending orders.
  strip: () => [
    import('./src/modules/reminders/strip/Strip.tsx'),
    import('./src/ui/carousel/Carousel.tsx'),
    import('./src/ui/carousel/useCarousel.ts'),
  ],
  reminders: () => [import('./src/modules/reminders/Page.tsx'), import('./src/modules/reminders/api.ts')],
  invoices: () => [import('./src/modules/invoices/Page.tsx'), import('./src/modules/invoices/api.ts')],
  // The filters of types, accounts, roles and the operation log, and the names of the resources, in one small file.
  filters: () => [import('./src/ui/filters/choiceFilter.tsx'), import('@pianzhang/contract/permissions')],
  // Both lists of types are the same page; their few settings and calls are too small for chunks of their own.
  types: () => [
    import('./src/modules/types/investment/Page.tsx'),
    import('./src/modules/types/investment/api.ts'),
    import('./src/modules/types/payment/Page.tsx'),
    import('./src/modules/types/payment/api.ts'),
  ],
  // Accounts and roles link to each other, so they are loaded together.
  people: () => [
    import('./src/modules/roles/Page.tsx'),
    import('./src/modules/roles/api.ts'),
    import('./src/modules/users/Page.tsx'),
    import('./src/modules/users/api.ts'),
  ],
  log: () => [import('./src/modules/audit-logs/Page.tsx'), import('./src/modules/audit-logs/api.ts')],
  overview: () => [
    import('./src/modules/overview/Page.tsx'),
    import('./src/modules/overview/api.ts'),
    import('./src/modules/overview/links.ts'),
    import('./src/modules/overview/search.ts'),
    import('./src/modules/overview/words.ts'),
    import('./src/ui/chart/compare/comparison.ts'),
  ],
  // Two stages: the list of orders needs no antd, but the page that buys imports `useSave`, which is in the stage `form` with antd.
  orders: () => [import('./src/modules/orders/Page.tsx'), import('./src/modules/orders/api.ts')],
  buy: () => [import('./src/modules/orders/buy/Page.tsx')],
  'booking-list': () => [
    import('./src/modules/booking/filters.tsx'),
    import('./src/modules/subjects/picker/useSubjectFilter.tsx'),
  ],
  'payments-list': () => [import('./src/modules/payments/DetailTab.tsx')],
  'petty-cash-list': () => [import('./src/modules/petty-cash/DetailTab.tsx')],
  'cost-budgets-list': () => [import('./src/modules/cost-budgets/DetailTab.tsx')],
  'receipts-list': () => [import('./src/modules/receipts/DetailTab.tsx')],
  // The cost report: its page, and what its tabs share; the report that is shown first.
  'cost-report': () => [
    import('./src/modules/cost-reports/Page.tsx'),
    import('./src/modules/cost-reports/api.ts'),
  ],
  'cost-report-table': () => [
    import('./src/modules/cost-reports/TreeTable.tsx'),
    import('./src/modules/cost-reports/columns.tsx'),
    import('./src/modules/cost-reports/moved.ts'),
    import('./src/modules/cost-reports/report/Panel.tsx'),
    import('./src/modules/cost-reports/report/ReportTab.tsx'),
    import('./src/modules/cost-reports/tree.ts'),
  ],
}
