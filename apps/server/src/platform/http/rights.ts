import { type Action, RESOURCES } from '@pianzhang/contract/permissions'
import { ACTION_LABELS } from '@pianzhang/contract/roles'
import type { Tx } from '../database/database.ts'
import { type Access, checkStill, type Person, type Rights } from './guard.ts'
import type { PersonContext } from './route.ts'

/**
 * The rights among these that the person lacks, as `合同（删除（归档））` for messages, in the order of the role page. Empty: the person may
 * grant them all.
 */
export function lacking(person: Pick<Person, 'can'>, rights: Rights): string[] {
  return RESOURCES.flatMap(({ model, name }) => {
    const missing = (rights.get(model) ?? []).filter((action) => !person.can(model, action))
    return missing.length > 0 ? [`${name}（${missing.map(labelOf).join('、')}）`] : []
  })
}

const labelOf = (action: Action): string => ACTION_LABELS[action]

/** Whether these rights are no more than the person's own: nobody grants rights that they lack. */
export const covers = (person: Pick<Person, 'can'>, rights: Rights): boolean =>
  lacking(person, rights).length === 0

/**
 * The caller with their present rights. Call it after locking the rows to change: while the lock was waited for, another transaction, such as a
 * transfer, may have changed the rights that the guard read. Throws as the guard does.
 */
export async function withRightsNow(
  tx: Tx,
  context: PersonContext,
  access: Access<'company'>,
): Promise<PersonContext> {
  const account = await checkStill(tx, context, access, context.services.clock())
  return { ...context, ...account, project: context.project }
}
