import { type Action, RESOURCES } from '@pianzhang/contract/permissions'
import { ACTION_LABELS } from '@pianzhang/contract/roles'
import type { Tx } from '../database/database.ts'
import { type Access, checkStill, type Person, type Rights } from './guard.ts'
import type { PersonContext } from './route.ts'

/** Who gives rights to others. */
export type Holder = Pick<Person, 'isSuper' | 'permissions'>

/**
 * The rights among these that the person lacks, as `合同（删除（归档））` for messages, in the order of the role page. Empty: the person may
 * grant them all. A right of a feature that is off counts as it is stored, as it comes back with the feature.
 */
export function lacking({ isSuper, permissions }: Holder, rights: Rights): string[] {
  if (isSuper) return []
  return RESOURCES.flatMap(({ model, name }) => {
    const missing = (rights.get(model) ?? []).filter((action) => !permissions.get(model)?.includes(action))
    return missing.length > 0 ? [`${name}（${missing.map(labelOf).join('、')}）`] : []
  })
}

const labelOf = (action: Action): string => ACTION_LABELS[action]

/** Whether these rights are no more than the person's own: nobody grants rights that they lack. */
export const covers = (person: Holder, rights: Rights): boolean => lacking(person, rights).length === 0

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
