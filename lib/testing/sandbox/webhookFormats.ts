import { identity } from 'fp-ts/lib/function.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { Change } from './Change.js'
import { accountRows, itemRow, type ItemState, type UserState } from './sandboxUsers.js'
import type { World } from './World.js'

/** The type, the user and the content of a webhook. */
export interface EventBody {
  readonly type: string
  readonly userUuid: string
  readonly content: object
}

/** The start of a refresh of an item. */
export type RefreshStarted = Extract<Change, { readonly type: 'RefreshStarted' }>

/** The webhooks of an API version. */
export interface WebhookFormat {
  /** The webhooks that are sent at once after a change. */
  readonly onChange: (change: Change) => ReadonlyArray<EventBody>
  /**
   * The webhooks that are sent when a refresh has ended. `isFirst`: no webhook has announced the item's accounts yet.
   */
  readonly onRefreshEnd: (change: RefreshStarted, isFirst: boolean) => ReadonlyArray<EventBody>
  /** The signature in the API version's format, for a digest in lower-case hexadecimal. */
  readonly signature: (digest: string) => string
  /** The delays in milliseconds before each retry of a failed webhook. */
  readonly retryDelays: ReadonlyArray<number>
  /** The time of the service's own next refresh of an item after `moment`; missing if it never refreshes items. */
  readonly nextRefresh?: (item: ItemState, moment: number) => number
}

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
