/** Texts of 批量新增. */
export const IMPORTS = {
  title: '批量新增付款明细',
  records: '付款（笔）',
  amount: '付款总额（元）',
  period: '付款时间',
  show: '查看本次新增的付款',
}
