const SOLE = /(工作室|工作坊|工坊|作坊|服务部|经营部|商行|商店|小吃店|饭店|餐馆|摄影部|租赁部)$/
const ORGANISATION =
  /(公司|集团|厂|学院|大学|学校|电视台|中心|协会|事务所|合作社|酒店|宾馆|剧院|剧团|医院|局|委员会|有限合伙）?)$/

/** What kind of payee a name says; a name of at most four characters is a person's. */
export function kindOf(name: string): '0' | '1' | '2' {
  if (SOLE.test(name)) return '2'
  if (ORGANISATION.test(name)) return '1'
  return [...name].length <= 4 || name.includes('·') ? '0' : '1'
}
