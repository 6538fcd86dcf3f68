import { rawJson } from '../../../lib/testing/sandbox/overrides.js'
import type { SandboxUser } from '../../../lib/testing/sandbox/Sandbox.js'
import { oneOf, type Random, sized, whole } from '../random.js'
import { hour, minute, second, span } from '../time.js'
import type { Setting } from './Setting.js'

/** Something that happens to a service, to its rows or to those who copy them; returns what it was, in words. */
export type Happening = (setting: Setting) => string | undefined

const userOf = ({ users, random }: Setting): SandboxUser => oneOf(random, users())

/** Texts that databases and programs stumble on. */
const oddTexts = ['a\0b', '\ud800', 'x\udc00y', '\ufffd', '', '𐐷 \u202e', "'; --", '\\u0000', 'é'.repeat(300)]

/** Amounts that services send as numbers, and one of more decimals than its currency has. */
const oddNumbers = [
  rawJson('-0.30000000000000004'),
  rawJson('1234.5600000000002'),
  rawJson('-1.2e1'),
  rawJson('12345678901.23'),
  4.995,
]

/** Other amounts, which an API version whose amounts are documented refuses. */
const oddAmounts = [...oddNumbers, '12.30', '-7', rawJson('1e400'), null]

const oddDays = ['', '0000-00-00', '2026-02-31', 'soon']

/** Fields whose wrong value must cost no row, with what they are given. */
const oddFields = (random: Random): Readonly<Record<string, unknown>> =>
  oneOf(random, [
    { booking_date: oneOf(random, oddDays) },
    { value_date: oneOf(random, oddDays), transaction_date: oneOf(random, oddDays) },
    { description: oneOf(random, oddTexts), clean_description: oneOf(random, oddTexts) },
    { raw_description: oneOf(random, oddTexts), provider_description: oneOf(random, oddTexts) },
    { category_id: null, note: { [oneOf(random, oddTexts)]: oneOf(random, oddTexts) } },
    { description: 7 },
  ])

/** The ids of a user's latest transactions that are not deleted, which the events have made. */
const made = new WeakMap<Setting, Map<string, Array<number>>>()

const madeOf = (setting: Setting, { uuid }: SandboxUser): Array<number> => {
  const all = made.get(setting) ?? new Map<string, Array<number>>()
  made.set(setting, all)
  const ids = all.get(uuid) ?? []
  all.set(uuid, ids)
  return ids
}

/** Does something to a transaction that is perhaps gone with its item. */
const attempt = (action: () => void): void => {
  try {
    action()
  } catch {
    // It is not there any more.
  }
}

const insert = (setting: Setting, count: number, changes: Readonly<Record<string, unknown>> = {}): string => {
  const user = userOf(setting)
  attempt(() => madeOf(setting, user).push(...setting.sandbox.insertTransactions(user.uuid, count, { changes })))
  return `${String(count)} transactions are inserted, with ${JSON.stringify(changes)}`
}

const withMade = (setting: Setting, action: (id: number) => string): string | undefined => {
  const ids = madeOf(setting, userOf(setting))
  if (ids.length === 0) return undefined
  const id = oneOf(setting.random, ids)
  let words: string | undefined
  attempt(() => {
    words = action(id)
  })
  return words
}

/** What happens to rows. */
const ofRows: ReadonlyArray<Happening> = [
  (setting) => insert(setting, whole(setting.random, 1, 4)),
  (setting) => insert(setting, 1, { amount: -50, show_client_side: false }),
  (setting) => insert(setting, 1, { amount: -80, is_future: true }),
  (setting) => insert(setting, 1, { amount: -whole(setting.random, 1, 5000), currency_code: 'JPY' }),
  (setting) => {
    const amount = oneOf(setting.random, [-0.30000000000000004, 1234.5600000000002])
    const user = userOf(setting)
    attempt(() => {
      const [id = 0] = setting.sandbox.insertTransactions(user.uuid, 1, { changes: { amount } })
      if (setting.isAssumed && amount > 0) setting.sandbox.overrideRow('transaction', id, { amount: '1234.56' })
    })
    return `a transaction is inserted, with the amount ${String(amount)}${setting.isAssumed ? ' or a text' : ''}`
  },
  (setting) => {
    const user = userOf(setting)
    const posts = sized(setting.random, minute, 5 * hour)
    attempt(() => setting.sandbox.insertTransactions(user.uuid, 1, { pending: true, postsAfter: posts }))
    return 'a pending transaction is inserted'
  },
  (setting) =>
    withMade(setting, (id) => {
      const fields = { amount: oneOf(setting.random, setting.isAssumed ? oddAmounts : oddNumbers) }
      setting.sandbox.overrideRow('transaction', id, fields)
      return `transaction ${String(id)} has ${JSON.stringify(fields)}`
    }),
  (setting) =>
    withMade(setting, (id) => {
      const fields = oddFields(setting.random)
      setting.sandbox.overrideRow('transaction', id, fields)
      return `transaction ${String(id)} has ${JSON.stringify(fields)}`
    }),
  (setting) =>
    withMade(setting, (id) => {
      const changes = oneOf(setting.random, [{ amount: -whole(setting.random, 1, 900) / 100 }, { is_future: false }])
      setting.sandbox.updateTransaction(id, changes)
      return `transaction ${String(id)} has ${JSON.stringify(changes)}`
    }),
  (setting) =>
    withMade(setting, (id) => {
      const bare = setting.random() < 0.6
      setting.sandbox.deleteTransaction(id, { bare })
      return `transaction ${String(id)} is deleted${bare ? ', and its tombstone is bare' : ''}`
    }),
  (setting) => {
    const id = oneOf(setting.random, userOf(setting).accountIds)
    const fields = oneOf(setting.random, [{ balance: Infinity }, { type: 7 }, { iban: '\0' }, { updated_at: 'soon' }])
    attempt(() => setting.sandbox.overrideRow('account', id, fields))
    return `account ${String(id)} has ${JSON.stringify(fields)}`
  },
]

/** What happens to items, accounts and users. */
const ofItems: ReadonlyArray<Happening> = [
  (setting) => {
    const user = userOf(setting)
    const { itemIds } = user
    if (itemIds.length < 2) return undefined
    const [id, tombstones] = [oneOf(setting.random, itemIds), setting.random() < 0.4]
    setting.deleting(user, id)
    setting.sandbox.removeItem(id, { tombstones })
    return `item ${String(id)} is removed, ${tombstones ? 'with' : 'without'} tombstones`
  },
  (setting) => {
    const [id, tombstones] = [oneOf(setting.random, userOf(setting).itemIds), setting.random() < 0.3]
    const next = setting.sandbox.relinkItem(id, { tombstones })
    return `item ${String(id)} is connected again as ${String(next)}, ${tombstones ? 'with' : 'without'} tombstones`
  },
  (setting) => {
    const { uuid } = userOf(setting)
    const next = setting.sandbox.recreateUser(uuid)
    // Stamped before the bookmarks of the user before.
    attempt(() => setting.sandbox.insertTransactions(next, whole(setting.random, 1, 6), { clockSkew: -8 * hour }))
    return `user ${uuid} is deleted and made again as ${next}`
  },
]

/** The access to an account's data is taken away, or given back: only whole lists tell that its rows have gone or come. */
const access: Happening = (setting) => {
  const id = oneOf(setting.random, userOf(setting).accountIds)
  const to = oneOf(setting.random, ['disabled', 'disabled', 'enabled'] as const)
  attempt(() => setting.sandbox.setDataAccess(id, to))
  setting.vanished()
  return `the access to account ${String(id)} is ${to}`
}

/** For how long, or how often, the service or the way to it is in trouble. */
const extent = (random: Random): { readonly duration: number } | { readonly times: number } =>
  random() < 0.6 ? { times: whole(random, 1, 4) } : { duration: sized(random, second, 20 * minute) }

const fault =
  (draw: (random: Random) => { readonly kind: string; readonly [field: string]: unknown }): Happening =>
  (setting) => {
    const { sandbox, random, on } = setting
    const drawn = { ...draw(random), ...extent(random) }
    const isAtAuthentication = random() < 0.2
    sandbox.faults.add({ ...drawn, on: isAtAuthentication ? on('authenticate') : on() } as never)
    return `${isAtAuthentication ? 'authentications' : 'requests'} meet ${JSON.stringify(drawn)}`
  }

/** What requests meet. */
const ofTheWay: ReadonlyArray<Happening> = [
  fault((random) => ({ kind: 'html', status: oneOf(random, [200, 403, 404, 401, 502]) })),
  fault(() => ({ kind: 'empty' })),
  fault(() => ({ kind: 'truncated' })),
  fault(() => ({ kind: 'status', status: 204 })),
  fault(() => ({ kind: 'redirect', to: 'https://portal.invalid/login' })),
  fault((random) => ({ kind: 'server-error', status: oneOf(random, [500, 502, 503]) })),
  fault(() => ({ kind: 'disconnect' })),
  fault(() => ({ kind: 'silence' })),
  fault((random) => ({ kind: 'latency', ms: sized(random, second, 50 * second), side: 'response' })),
  fault(() => ({ kind: 'keys-reordered' })),
  fault(() => ({ kind: 'keys-reordered' })),
  (setting) => {
    const { sandbox, random, on } = setting
    const lasts = sized(random, second, 3 * minute)
    sandbox.faults.add({
      kind: 'unauthorized',
      duration: lasts,
      on: (entry) => on()(entry) && entry.route !== 'authenticate',
    })
    return `for ${span(lasts)} all requests meet 401`
  },
  (setting) => {
    const { sandbox, random, on, users, rush } = setting
    const ms = sized(random, 100, 4 * second)
    sandbox.faults.add({ kind: 'late-token', ms, times: Infinity, on: on() })
    for (const { uuid } of users()) sandbox.revokeTokens(uuid)
    rush()
    return `tokens are known ${span(ms)} late from now on, those before are revoked, and six requests of each user need one`
  },
  ({ sandbox, users, random }) => {
    const { uuid } = oneOf(random, users())
    sandbox.revokeTokens(uuid)
    return `the tokens of ${uuid} are revoked`
  },
]

/** What happens to the databases and the process. */
const ofTheMachine: ReadonlyArray<Happening> = [
  ({ databases, random, later }) => {
    const [state, ms] = [oneOf(random, ['locked', 'failing'] as const), sized(random, second, 2 * hour)]
    const database = oneOf(random, databases)
    database.state = state
    later(ms, () => {
      database.state = 'well'
    })
    return `a database is ${state} for ${span(ms)}`
  },
  ({ fleet, random, later }) => {
    const ms = sized(random, minute, 2 * hour)
    fleet.isSilent = true
    later(ms, () => {
      fleet.isSilent = false
    })
    return `the fleet's database is silent for ${span(ms)}`
  },
  ({ crash, random }) => {
    const downtime = random() < 0.3 ? 0 : sized(random, second, 2 * hour)
    crash(downtime)
    return `the process is killed, and begins again ${span(downtime)} later`
  },
]

/**
 * Whole lists that shift while they are read, or are empty for one request. Not the first transactions and stocks of a user:
 * nobody can tell which rows those lack, and only accounts and items are read whole in each round.
 */
export const oddList: Happening = ({ sandbox, random, on, isRead }) => {
  const routes = oneOf(random, [['accounts'], ['items', 'userItems'], ['transactions'], ['stocks']] as const)
  const kind = oneOf(random, ['no-rows', 'rows-skipped'] as const)
  const drawn = kind === 'no-rows' ? { kind, times: 1 } : { kind, count: whole(random, 1, 3), times: 1 }
  const isWholeEachRound = routes[0] === 'accounts' || routes[0] === 'items'
  const isMet = on(...routes)
  sandbox.faults.add({ ...drawn, on: (entry) => isMet(entry) && (isWholeEachRound || isRead(entry.userUuid)) })
  return `the next list of ${routes[0]} meets ${JSON.stringify(drawn)}`
}

const groups: ReadonlyArray<readonly [share: number, happenings: ReadonlyArray<Happening>]> = [
  [0.03, [access]],
  [0.5, ofRows],
  [0.65, ofItems],
  [0.92, ofTheWay],
  [1, ofTheMachine],
]

/** Draws what happens next. */
export const drawHappening = (random: Random): Happening => {
  const place = random()
  const [, happenings] = groups.find(([share]) => place < share) ?? [0, ofRows]
  return oneOf(random, happenings)
}
