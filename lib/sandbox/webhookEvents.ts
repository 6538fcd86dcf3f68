import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { Change } from './Change.js'
import { accountRows, itemRow } from './users.js'
import type { World } from './World.js'

/** The type and the content of a webhook, and the user whom it is about. */
export interface EventBody {
  readonly type: string
  readonly userUuid: string
  readonly content: object
}

type Of<Type extends Change['type']> = Extract<Change, { readonly type: Type }>
type OfItem = Pick<Of<'RefreshStarted'>, 'user' | 'item'>

const words2021 = {
  itemCreated: 'item.created',
  itemRefreshed: 'item.refreshed',
  accountCreated: 'item.account.created',
  accountUpdated: 'item.account.updated',
}

const words2019: typeof words2021 = {
  itemCreated: 'ITEM_CREATED',
  itemRefreshed: 'ITEM_REFRESHED',
  accountCreated: 'ACCOUNT_CREATED',
  accountUpdated: 'ACCOUNT_UPDATED',
}

/** Creates the contents of a profile's webhooks. For versions before 2019-02-18 those of that version are assumed. */
export const webhookEvents = ({ serviceVersion = '2021-06-01' }: ServiceInterface, world: World) => {
  const words = serviceVersion < '2021-06-01' ? words2019 : words2021

  const accountsOf = ({ user, item }: OfItem) =>
    accountRows(user, item, world).map(({ id, balance }) => ({
      account_id: id,
      balance,
      item_id: item.id,
      user_uuid: user.uuid,
    }))

  return {
    itemCreated: ({ user, item }: OfItem): EventBody => ({
      type: words.itemCreated,
      userUuid: user.uuid,
      content: { item_id: item.id, user_uuid: user.uuid },
    }),
    accountsCreated: (change: Of<'RefreshStarted'>): ReadonlyArray<EventBody> =>
      accountsOf(change).map((content) => ({ type: words.accountCreated, userUuid: change.user.uuid, content })),
    itemRefreshed: ({ user, item, trigger }: Of<'RefreshStarted'>): EventBody => {
      const { status, status_code_info } = itemRow(item, world.now())
      return {
        type: words.itemRefreshed,
        userUuid: user.uuid,
        content: {
          item_id: item.id,
          status_code: status,
          status_code_info: status_code_info ?? 'OK',
          full_refresh: true,
          refresh_trigger: trigger,
          user_uuid: user.uuid,
        },
      }
    },
    accountUpdated: ({ user, account, ...counts }: Of<'TransactionsChanged'>): ReadonlyArray<EventBody> =>
      user.items
        .filter(({ accounts }) => accounts.some(({ id }) => id === account))
        .flatMap((item) => accountsOf({ user, item }))
        .filter(({ account_id }) => account_id === account)
        .map((content) => ({
          type: words.accountUpdated,
          userUuid: user.uuid,
          content: {
            ...content,
            nb_new_transactions: counts.new,
            nb_updated_transactions: counts.updated,
            nb_deleted_transactions: counts.deleted,
          },
        })),
  }
}
