import { searchKey } from '@pianzhang/contract/pinyin-search'
import { sql } from 'kysely'
import { pinyin } from 'pinyin-pro'
import { inTransaction } from '../../platform/database/database.ts'
import { PLAIN, readingsOf } from '../../platform/pinyin.ts'
import type { Services } from '../../platform/services.ts'

/** A name of characters with several readings has no more spellings than this. */
const MAX_SPELLINGS = 8

/** The readings of each character of a name; the first is the one that it has there, as in a surname (曾 zeng, 单 shan) or a word (重庆 chong). */
function spelled(name: string): (readonly string[])[] {
  const characters = [...name]
  const here = pinyin(name, { ...PLAIN, surname: 'all' })
  return characters.map((character, at) => {
    const first = here.length === characters.length ? here[at] : undefined
    return [...new Set([...(first === undefined ? [] : [first]), ...readingsOf(character)])]
  })
}

/**
 * What a payee of this name is found by: the name, its spellings in full and its spellings by initials, each after a blank, so that a keyword found in it is
 * part of one of them: `横店木作 hengdianmuzuo hdmz`, with a blank before the first, too. Latin letters and digits stand for themselves.
 */
export function searchTextOf(name: string): string {
  const plain = searchKey(name)
  let spellings: { full: string; initials: string }[] = [{ full: '', initials: '' }]
  for (const read of spelled(plain)) {
    const next = read.flatMap((syllable) =>
      spellings.map(({ full, initials }) => ({
        full: full + syllable,
        initials: initials + syllable.slice(0, 1),
      })),
    )
    // Further readings of later characters are left out.
    spellings = next.length <= MAX_SPELLINGS ? next : next.slice(0, spellings.length)
  }
  const all = [plain, ...spellings.map(({ full }) => full), ...spellings.map(({ initials }) => initials)]
  return ` ${[...new Set(all)].join(' ')}`
}

const BATCH = 500

/** Renews what stored payees are found by, as a version of before knew fewer readings. */
export async function renewSearchTexts({ db }: Pick<Services, 'db'>, signal: AbortSignal): Promise<void> {
  const companies = await db.selectFrom('companies').select('id').orderBy('id').execute()
  for (const { id: companyId } of companies)
    for (let after = 0n; ; ) {
      signal.throwIfAborted()
      const { rows } = await sql<{ id: bigint; name: string; search: string }>`
        select p.id, p.name, p.search from payees p where p.company_id = ${companyId} and p.id > ${after}
        order by p.id limit ${BATCH}`.execute(db)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
      const old = rows.filter(({ name, search }) => searchTextOf(name) !== search)
      if (old.length === 0) continue
      // A name that was changed since has a new text already.
      await inTransaction(db, (tx) =>
        sql`update payees p set search = n.search
          from unnest(${old.map(({ id }) => id)}::bigint[], ${old.map(({ name }) => name)}::text[], ${old.map(({ name }) => searchTextOf(name))}::text[]) as n (id, name, search)
          where p.company_id = ${companyId} and p.id = n.id and p.name = n.name`.execute(tx),
      )
    }
}
