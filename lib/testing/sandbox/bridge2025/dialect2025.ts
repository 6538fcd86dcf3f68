import { june2021 } from '../apiVersions.js'
import type { Change } from '../Change.js'
import type { CustomDialect } from '../CustomApiVersion.js'
import { plainDialect, type SandboxDialect } from '../dialect/dialects.js'
import { accountRows, type ItemState, type UserState } from '../sandboxUsers.js'
import type { EventBody, RefreshStarted, WebhookFormat } from '../webhookFormats.js'
import type { World } from '../World.js'
import { formatError } from './errors2025.js'
import { expiry, nextScheduledRefresh, refreshSchedule, statusOf } from './itemRow.js'
import { routes2025 } from './routes2025.js'
import { demoBank, omitEmpty } from './rows2025.js'

const minute = 60_000
const hour = 60 * minute

type ChangeOf<Type extends Change['type']> = Extract<Change, { readonly type: Type }>

const event = (type: string, { uuid }: UserState, content: object): EventBody => ({
  type,
  userUuid: uuid,
  content: { ...content, user_uuid: uuid },
})

const deletionEvents = ({ user, item }: ChangeOf<'ItemDeleted'>): ReadonlyArray<EventBody> => [
  ...item.accounts.map(({ id }) => event('item.account.deleted', user, { account_id: id, item_id: item.id })),
  event('item.deleted', user, { item_id: item.id }),
]

const countFields = ({
  new: added,
  updated,
  deleted,
}: Pick<ChangeOf<'TransactionsChanged'>, 'new' | 'updated' | 'deleted'>) => ({
  nb_new_transactions: added,
  nb_updated_transactions: updated,
  nb_deleted_transactions: deleted,
})

const noChanges = countFields({ new: 0, updated: 0, deleted: 0 })

/** The accounts of an item in a webhook. Accounts without access to their data have neither a balance nor counts. */
const accountsOf = (user: UserState, item: ItemState, world: World, counts: object = {}) =>
  accountRows(user, item, world).map(({ id, balance }) => {
    const ids = { account_id: id, item_id: item.id }
    const isDisabled = user.inaccessibleAccounts.has(id)
    return isDisabled ? { ...ids, data_access: 'disabled' } : { ...ids, balance, data_access: 'enabled', ...counts }
  })

const refreshEvent = ({ user, item, trigger }: RefreshStarted, now: number): EventBody => {
  const { status, status_code_info } = statusOf(item, now)
  const content = {
    item_id: item.id,
    status_code: status,
    status_code_info,
    // Documented: it is false while older transactions are still to come.
    full_refresh: item.refresh.outcome === 'finished' && (item.historyAt ?? -Infinity) < now,
    refresh_trigger: trigger,
    account_types: item.accountTypes,
    authentication_expires_at: expiry(item, now),
  }
  return event('item.refreshed', user, omitEmpty(content))
}

/** The webhooks of API version 2025-01-15. Inferred: for a deleted item there is one webhook for each of its accounts. */
const webhookFormat2025 = (world: World): WebhookFormat => ({
  onChange: (change) => {
    const { user } = change
    switch (change.type) {
      case 'ItemCreated':
        return [event('item.created', user, { item_id: change.item.id })]
      case 'ItemDeleted':
        return deletionEvents(change)
      case 'UserDeleted':
        return [event('user.deleted', user, {})]
      case 'TransactionsChanged':
        return user.items
          .flatMap((item) => accountsOf(user, item, world, countFields(change)))
          .filter(({ account_id }) => account_id === change.account)
          .map((content) => event('item.account.updated', user, content))
      default:
        return []
    }
  },
  onRefreshEnd: (change, isFirst) => {
    const { user, item } = change
    // Reading the list posts the pending transactions that are due, which reports their changes.
    user.ledger.list()
    const isFinished = item.refresh.outcome === 'finished'
    const accounts = isFinished ? accountsOf(user, item, world, isFirst ? {} : noChanges) : []
    const type = isFirst ? 'item.account.created' : 'item.account.updated'
    return [...accounts.map((content) => event(type, user, content)), refreshEvent(change, world.now())]
  },
  signature: (digest) => digest.toUpperCase(),
  retryDelays: [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour],
  nextRefresh: nextScheduledRefresh,
})

const dialect: CustomDialect = {
  ...plainDialect,
  apiVersion: '2025-01-15',
  pendingCount: 3,
  keepsStatus: true,
  customApiVersion: {
    apiVersion: { ...june2021, name: '2025-01-15', alwaysRequiresSecret: true, hasPreviousLinks: false },
    routes: routes2025,
    formatError,
    // Documented: the API version does not list `show_client_side`.
    world: { demoBank, disablesLastAccount: true, scheduled: refreshSchedule, countsRepeats: true },
    createWebhookFormat: webhookFormat2025,
  },
}

/**
 * API version 2025-01-15 of the Bridge API for a sandbox. It has paths, operations, errors and webhooks of its own, which
 * do not depend on the profile: `createSandbox({ profile: bridge2025, dialect: dialect2025 })`.
 * Comments in its source say whether a fact is documented or inferred.
 *
 * - No field is `null`: a field without a value is missing.
 * - One account of each user is without access to its data; `sandbox.setDataAccess` changes that.
 * - Each item is refreshed once or twice a day by the sandbox's time. It shows when its consent ends: 180 days after the
 *   synchronisation that the consent was given for, which is documented for payment accounts. A connect session for the item
 *   renews the consent.
 * - Webhooks are signed in upper-case hexadecimal. A webhook that is not answered with 200 is sent again, up to eight
 *   times in two days.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox, dialect2025 } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2025, dialect: dialect2025 })
 * const client = createClient({ ...credentials, http, profile: bridge2025 })
 * const { name } = await firstValueFrom(client.banks.get(574))
 * assert.deepStrictEqual(name, 'Demo Bank')
 */
export const dialect2025: SandboxDialect = dialect
