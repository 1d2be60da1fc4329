/** Texts of 批量新增. */
export const IMPORTS = {
  title: '批量新增备用金明细',
  records: '备用金明细（条）',
  amount: '付款总额（元）',
  period: '付款时间',
  show: '查看本次新增的备用金明细',
}
