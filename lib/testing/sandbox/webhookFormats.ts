import { identity } from 'fp-ts/lib/function.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { Change } from './Change.js'
import { accountRows, itemRow, type UserState } from './sandboxUsers.js'
import type { EventBody, RefreshStarted, WebhookForm } from './WebhookFormat.js'
import type { World } from './World.js'

type Of<Type extends Change['type']> = Extract<Change, { readonly type: Type }>
type OfItem = Pick<RefreshStarted, 'user' | 'item'>

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

/** The webhooks of a profile. Profiles with a version before 2019-02-18 get those of that version. */
export const webhookEvents = ({ serviceVersion = '2021-06-01' }: ServiceInterface, world: World): WebhookForm => {
  const words = serviceVersion < '2021-06-01' ? words2019 : words2021

  const accountsOf = ({ user, item }: OfItem) =>
    accountRows(user, item, world).map(({ id, balance }) => ({
      account_id: id,
      balance,
      item_id: item.id,
      user_uuid: user.uuid,
    }))

  const event = (type: string, { uuid }: UserState, content: object): EventBody => ({ type, userUuid: uuid, content })

  const itemRefreshed = ({ user, item, trigger }: RefreshStarted): EventBody => {
    const { status, status_code_info } = itemRow(item, world.now())
    return event(words.itemRefreshed, user, {
      item_id: item.id,
      status_code: status,
      status_code_info: status_code_info ?? 'OK',
      full_refresh: true,
      refresh_trigger: trigger,
      user_uuid: user.uuid,
    })
  }

  const accountUpdated = ({ user, account, ...counts }: Of<'TransactionsChanged'>): ReadonlyArray<EventBody> =>
    user.items
      .filter(({ accounts }) => accounts.some(({ id }) => id === account))
      .flatMap((item) => accountsOf({ user, item }))
      .filter(({ account_id }) => account_id === account)
      .map((content) =>
        event(words.accountUpdated, user, {
          ...content,
          nb_new_transactions: counts.new,
          nb_updated_transactions: counts.updated,
          nb_deleted_transactions: counts.deleted,
        }),
      )

  return {
    changed: (change) => {
      const { type, user } = change
      if (type === 'TransactionsChanged') return accountUpdated(change)
      if (type !== 'ItemCreated') return []
      return [event(words.itemCreated, user, { item_id: change.item.id, user_uuid: user.uuid })]
    },
    ended: (change, isFirst) => {
      const accounts = isFirst ? accountsOf(change) : []
      return [...accounts.map((content) => event(words.accountCreated, change.user, content)), itemRefreshed(change)]
    },
    signature: identity,
    delays: [],
  }
}
