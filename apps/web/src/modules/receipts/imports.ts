/** Texts of 批量新增. */
export const IMPORTS = {
  title: '批量新增收款',
  records: '收款（笔）',
  amount: '收款总额（元）',
  period: '收款时间',
  show: '查看本次新增的收款',
}
