import { type Readings, readTable } from '@pianzhang/contract/pinyin'
import { searchText } from '@pianzhang/contract/pinyin-search'
import { PINYIN } from '@pianzhang/contract/pinyin-table'

/** Read when a payee is first saved, not at the start. */
let readings: Readings | undefined

/** What a payee of this name is found by. */
export function searchTextOf(name: string): string {
  readings ??= readTable(PINYIN)
  return searchText(name, readings)
}
