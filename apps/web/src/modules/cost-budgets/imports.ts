/** Texts of 批量新增. */
export const IMPORTS = {
  title: '批量新增费用预算',
  records: '预算（条）',
  amount: '预算总额（元）',
  show: '查看本次新增的预算',
}
