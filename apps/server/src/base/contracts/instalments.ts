import { type Fen, formatYuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import { readRests } from './open-amounts.ts'

// For payments, whose lines name an instalment.

/** An instalment that a line refers to, as the rules read it. */
export interface FoundInstalment {
  id: bigint
  contract_id: bigint
}

/** Instalments by code. For a write their contracts are locked by the caller, so they stay until the commit. */
export async function findInstalments(
  db: Db | Tx,
  projectId: bigint,
  codes: readonly string[],
): Promise<ReadonlyMap<string, FoundInstalment>> {
  // Few lines name one: without any, no statement.
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('contract_instalments')
    .select(['code', 'id', 'contract_id'])
    .where('project_id', '=', projectId)
    .where('code', '=', anyOf([...codes]))
    .execute()
  return new Map(rows.map(({ code, ...row }) => [code, row]))
}

/** Why a line cannot name the instalment; undefined if it can. */
export function instalmentFault(
  instalment: FoundInstalment | undefined,
  contractId: bigint | undefined,
): string | undefined {
  if (!instalment) return '付款计划的期次不存在'
  return instalment.contract_id === contractId ? undefined : '期次不属于该明细的合同'
}

/**
 * Throws 409 if somebody has paid one of these instalments meanwhile: it is paid up, or paid in part with less left than is to be paid now. `paying`: amount
 * in fen by id; `without`: the id of the payment that is edited, whose own lines do not count. Locks the instalments in the order of ids until the commit,
 * so that of two people who pay the same one the second waits for the first.
 */
export async function refusePaidMeanwhile(
  tx: Tx,
  projectId: bigint,
  paying: ReadonlyMap<bigint, Fen>,
  without?: bigint,
): Promise<void> {
  if (paying.size === 0) return
  const { rows } = await sql<{ id: bigint; contract_id: bigint; title: string }>`
    select i.id, i.contract_id, i.title from contract_instalments i
    where i.project_id = ${projectId} and i.id = ${anyOf([...paying.keys()])} order by i.id for no key update`.execute(
    tx,
  )
  const contracts = await readRests(tx, projectId, [...new Set(rows.map(({ contract_id }) => contract_id))], {
    without,
  })
  const rests = new Map(contracts.flatMap(({ instalments }) => instalments.map((one) => [one.id, one])))
  for (const { id, title } of rows) {
    const { paid, rest } = rests.get(id) ?? { paid: 0n, rest: 0n }
    if (rest <= 0n) throw new Failure('stale', `期次「${title}」已付清，请刷新后重试`)
    if (paid > 0n && (paying.get(id) ?? 0n) > rest)
      throw new Failure('stale', `期次「${title}」待付金额已变为 ${formatYuan(rest)} 元，请刷新后重试`)
  }
}
