import { identity } from 'fp-ts/lib/function.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { Change } from './Change.js'
import { accountRows, itemRow, type UserState } from './sandboxUsers.js'
import type { EventBody, RefreshStarted, WebhookFormat } from './WebhookFormat.js'
import type { World } from './World.js'

type ChangeOf<Type extends Change['type']> = Extract<Change, { readonly type: Type }>
type UserItem = Pick<RefreshStarted, 'user' | 'item'>

const names2021 = {
  itemCreated: 'item.created',
  itemRefreshed: 'item.refreshed',
  accountCreated: 'item.account.created',
  accountUpdated: 'item.account.updated',
}

const names2019: typeof names2021 = {
  itemCreated: 'ITEM_CREATED',
  itemRefreshed: 'ITEM_REFRESHED',
  accountCreated: 'ACCOUNT_CREATED',
  accountUpdated: 'ACCOUNT_UPDATED',
}

/** The webhooks of a profile. Versions before 2021-06-01 get the webhooks of 2019-02-18, the earliest that are known. */
export const createWebhookFormat = (
  { serviceVersion = '2021-06-01' }: ServiceInterface,
  world: World,
): WebhookFormat => {
  const names = serviceVersion < '2021-06-01' ? names2019 : names2021

  const accountsOf = ({ user, item }: UserItem) =>
    accountRows(user, item, world).map(({ id, balance }) => ({
      account_id: id,
      balance,
      item_id: item.id,
      user_uuid: user.uuid,
    }))

  const event = (type: string, { uuid }: UserState, content: object): EventBody => ({ type, userUuid: uuid, content })

  const itemRefreshed = ({ user, item, trigger }: RefreshStarted): EventBody => {
    const { status, status_code_info } = itemRow(item, world.now())
    return event(names.itemRefreshed, user, {
      item_id: item.id,
      status_code: status,
      status_code_info: status_code_info ?? 'OK',
      full_refresh: true,
      refresh_trigger: trigger,
      user_uuid: user.uuid,
    })
  }

  const accountUpdated = ({ user, account, ...counts }: ChangeOf<'TransactionsChanged'>): ReadonlyArray<EventBody> =>
    user.items
      .filter(({ accounts }) => accounts.some(({ id }) => id === account))
      .flatMap((item) => accountsOf({ user, item }))
      .filter(({ account_id }) => account_id === account)
      .map((content) =>
        event(names.accountUpdated, user, {
          ...content,
          nb_new_transactions: counts.new,
          nb_updated_transactions: counts.updated,
          nb_deleted_transactions: counts.deleted,
        }),
      )

  return {
    onChange: (change) => {
      const { type, user } = change
      if (type === 'TransactionsChanged') return accountUpdated(change)
      if (type !== 'ItemCreated') return []
      return [event(names.itemCreated, user, { item_id: change.item.id, user_uuid: user.uuid })]
    },
    onRefreshEnd: (change, isFirst) => {
      const accounts = isFirst ? accountsOf(change) : []
      return [...accounts.map((content) => event(names.accountCreated, change.user, content)), itemRefreshed(change)]
    },
    signature: identity,
    retryDelays: [],
  }
}
