import { today } from '@pianzhang/contract/calendar'
import { CONTRACT_CATEGORIES } from '@pianzhang/contract/lists'
import { type FromContracts, type PayeeBody, payeeBody } from '@pianzhang/contract/payees'
import { sql } from 'kysely'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { maskedNumber } from './load.ts'
import { announce } from './notices.ts'
import { type Party, type Planned, planPayees } from './parties.ts'
import { type CompanyProject, companyProjects } from './projects.ts'
import { insertPayees } from './save.ts'

const OUTGOING = CONTRACT_CATEGORIES.filter(({ direction }) => direction === 'out').map(({ code }) =>
  Number(code),
)
/** New payees that a preview names. */
const SHOWN = 100

interface ContractParty extends Party {
  id: bigint
  project: CompanyProject
}

/** What 从合同提取 would do in the projects that the caller may enter and that may be changed. */
export async function previewFromContracts(db: Db, context: PersonContext): Promise<FromContracts> {
  const { parties, planned } = await planOf(db, context)
  return answerOf(parties, planned)
}

/** Makes payees of the parties of contracts to pay that name none yet, and lets the contracts name them. */
export async function takeFromContracts(tx: Tx, context: PersonContext): Promise<FromContracts> {
  const { parties, planned } = await planOf(tx, context)
  const answer = answerOf(parties, planned)
  const fresh = planned.filter(({ existing }) => existing === null)
  const added = await insertPayees(
    tx,
    context,
    fresh.map(({ body }) => body),
  )
  const ids = new Map([
    ...planned.map(({ key, existing }) => [key, existing] as const),
    ...fresh.map(({ key }, index) => [key, added[index]?.id] as const),
  ])
  for (const [project, own] of Map.groupBy(parties, (party) => party.project)) {
    const links = own.flatMap(({ id, key }) => {
      const payeeId = ids.get(key)
      return payeeId == null ? [] : [{ id, payeeId }]
    })
    const linked = await link(tx, context, project.id, links)
    if (linked.length > 0)
      await audit(tx, context, {
        action: 'update',
        resource: 'payee',
        code: '',
        label: '从合同提取',
        after: { linked: linked.length, contracts: linked },
        projectId: project.id,
      })
  }
  await audit(tx, ofCompany(context), {
    action: 'create',
    resource: 'payee',
    code: '',
    label: '从合同提取',
    after: { created: added.length, linked: answer.linked },
  })
  announce(tx, context, 'create')
  return answer
}

async function planOf(
  db: Db | Tx,
  context: PersonContext,
): Promise<{ parties: (ContractParty & { key: string })[]; planned: Planned[] }> {
  const found: ContractParty[] = []
  // Who may not write contracts has none that could name a payee.
  const mayLink = context.can('contract', 'write')
  for (const project of await companyProjects(db, context, today(context.now)))
    if (mayLink && project.visible && project.writable) found.push(...(await partiesOf(db, project)))
  const existing = await db
    .selectFrom('payees')
    .select(['id', 'name', 'account'])
    .where('company_id', '=', context.companyId)
    .where('merged_into_id', 'is', null)
    .where('name', '=', anyOf([...new Set(found.map(({ name }) => name))]))
    .orderBy('id')
    // Kept until the commit: none of them is merged or deleted before the contracts name it.
    .$if(db.isTransaction, (query) => query.forKeyShare())
    .execute()
  const { planned, keys } = planPayees(found, existing)
  const parties = found.flatMap((party, index) => {
    const key = keys[index]
    return key == null ? [] : [{ ...party, key }]
  })
  return { parties, planned }
}

/** Contracts to pay of a project without a payee. */
async function partiesOf(db: Db | Tx, project: CompanyProject): Promise<ContractParty[]> {
  const { rows } = await sql<{
    id: bigint
    customer: string
    id_number: string
    income_bank_name: string
    income_bankcard_username: string
    income_bankcard_account: string
  }>`select k.id, k.customer, k.id_number, k.income_bank_name, k.income_bankcard_username, k.income_bankcard_account
    from contracts k where k.project_id = ${project.id} and k.payee_id is null and k.category = any(${OUTGOING}::smallint[])
    order by k.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    project,
    name: row.customer,
    id_number: row.id_number,
    bank_name: row.income_bank_name,
    account_name: row.income_bankcard_username,
    // A typed account of another form, such as several numbers in one field, is nobody's account.
    account: payeeBody.shape.account.safeParse(row.income_bankcard_account).data ?? '',
  }))
}

/** Lets contracts that still name none name these payees; returns their numbers. Their versions grow, so that an open form does not undo it. */
async function link(
  tx: Tx,
  { now }: PersonContext,
  projectId: bigint,
  links: readonly { id: bigint; payeeId: bigint }[],
): Promise<string[]> {
  if (links.length === 0) return []
  const { rows } = await sql<{ out_code: string }>`update contracts k
    set payee_id = n.payee_id, version = k.version + 1, updated_at = ${now}
    from unnest(${links.map(({ id }) => id)}::bigint[], ${links.map(({ payeeId }) => payeeId)}::bigint[]) n(id, payee_id)
    where k.project_id = ${projectId} and k.id = n.id and k.payee_id is null
    returning k.out_code`.execute(tx)
  return rows.map(({ out_code }) => out_code)
}

function answerOf(parties: readonly { key: string }[], planned: readonly Planned[]): FromContracts {
  const contracts = new Map<string, number>()
  for (const { key } of parties) contracts.set(key, (contracts.get(key) ?? 0) + 1)
  const fresh = planned.filter(({ existing }) => existing === null)
  return {
    created: fresh.length,
    linked: parties.length,
    without_account: fresh.filter(({ body }) => body.account === '').length,
    items: fresh.slice(0, SHOWN).map(({ key, body }: { key: string; body: PayeeBody }) => ({
      name: body.name,
      account: maskedNumber(body.account, 'account'),
      contracts: contracts.get(key) ?? 0,
    })),
  }
}
