import { type Action, type Model, RESOURCES } from '@pianzhang/contract/permissions'
import { ACTION_LABELS } from '@pianzhang/contract/roles'
import type { Tx } from '../database/database.ts'
import type { Rights } from './account.ts'
import { type Access, checkStill, type Person } from './guard.ts'
import type { PersonContext } from './route.ts'

/** Who gives rights to others. */
export type Holder = Pick<Person, 'isSuper' | 'permissions'>

/**
 * Whether the person has a right to give. Unlike `can` it does not ask whether the model's feature is on: a right that is given while it is off comes
 * to life with the feature.
 */
export const holds = ({ isSuper, permissions }: Holder, model: Model, action: Action): boolean =>
  isSuper || (permissions.get(model)?.includes(action) ?? false)

/**
 * The rights among these that the person does not hold, as `合同（删除（归档））` for messages, in the order of the role page. Empty: the person
 * may grant them all.
 */
export function lacking(person: Holder, rights: Rights): string[] {
  return RESOURCES.flatMap(({ model, name }) => {
    const missing = (rights.get(model) ?? []).filter((action) => !holds(person, model, action))
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
