import * as t from 'io-ts'
import { EMPTY, of } from 'rxjs'
import { bridge2021 } from '../../../lib/bridge.js'
import { isTransient, type UpdatedBatch } from '../../../lib/index.js'
import { bookmarkAt } from '../../helpers/bookmarkAt.js'
import { link, listResponse, memoryStore, row, serverStart, watch } from '../../helpers/feed.js'
import { iso, playedBank } from '../../helpers/playedBank.js'
import { json, page, token } from '../../helpers/responses.js'
import { begin, scripted } from '../../helpers/scripted.js'
import { late } from '../../helpers/watching.js'
import { smallBank } from '../../mirror/core/smallBank.js'
import { hour, minute, mirrorScene, noteOf, refusal, second, tokenScene } from './stage.js'

const payment = (id: number, minutes: number) => ({
  ...{ id, account_id: 1, amount: -id, currency_code: 'EUR', date: '2026-01-10' },
  updated_at: iso(minutes),
})

const idsOf = ({ resources }: Pick<UpdatedBatch<{ readonly id: number }>, 'resources'>) => resources.map(({ id }) => id)

/** firefly-iii/firefly-iii#10531 */
export const busyForAnHour = () => {
  const { state, clock, user, requests, connect } = playedBank({ profile: bridge2021 } as object)
  state.lists.transactions = [payment(1, -20)]
  const { seen } = noteOf(user.transactions.watchUpdated(), idsOf)
  state.refused.transactions = 409
  clock.advance(hour)
  state.lists.transactions.push(payment(2, 30))
  state.refused.transactions = 423
  clock.advance(hour)
  expect(requests.length).toBeLessThan(400)
  delete state.refused.transactions
  clock.advance(2 * minute)
  expect(seen).toEqual([[1], [2], ...seen.slice(2)])
  expect(seen.flat()).toEqual([1, 2])
  const errors: Array<unknown> = []
  connect({ http: () => of(refusal(409)) })
    .users.create({ externalUserId: 'again' })
    .subscribe({ error: (error) => errors.push(error) })
  expect(errors).toMatchObject([{ _tag: 'StatusError', status: 409 }])
  expect(errors.filter(isTransient)).toEqual([])
}

/** firefly-iii/firefly-iii#10531, for the rounds of a mirror. */
export const busyFeed = () => {
  const bank = smallBank()
  const account = bank.account(bank.item())
  bank.transaction(account)
  bank.stock(account)
  const { round, rows } = mirrorScene(bank)
  bank.answers.instead = (path) => (/stocks|accounts$/.test(path) ? refusal(409) : undefined)
  expect(round()).toMatchObject({
    error: { _tag: 'FeedsFailed', isTransient: true, failures: [{ feed: 'accounts' }, { feed: 'stocks' }] },
  })
  expect(rows('SELECT id FROM rxbank_transactions')).toHaveLength(1)
}

/** firefly-iii/firefly-iii#8524 */
export const unauthorizedResource = () => {
  for (const refused of ['accounts', 'stocks'] as const) {
    const bank = playedBank({ profile: bridge2021 } as object)
    const { state, requests, clock } = bank
    state.refused[refused] = 401
    const { round, rows } = mirrorScene(bank, { feeds: ['stocks', 'accounts', 'transactions'] })
    for (let rounds = 1; rounds <= 12; rounds++) {
      state.lists.transactions.push(payment(rounds, (clock.wall() - begin) / minute))
      expect(round()).toMatchObject({ error: { _tag: 'FeedsFailed', failures: [{ feed: refused }] } })
      expect(rows('SELECT id FROM rxbank_transactions')).toHaveLength(rounds)
    }
    expect(requests.filter((path) => path.endsWith('/authenticate')).length).toBeLessThanOrEqual(13)
  }
}

/** jiayihu/rx-polling#8 */
export const slowerThanInterval = () => {
  const { user, clock, counts } = scripted(() => late(clock, 5 * second, json({ status: 'running' })))
  const codec = t.type({ status: t.string })
  const request = { operation: 'own.get', method: 'GET', path: '/v2/own', access: 'user', codec } as const
  const { seen } = noteOf(user.poll(request, { every: second }), () => 'answer')
  clock.advance(minute)
  expect(seen.length).toBeGreaterThanOrEqual(9)
  expect(new Set(seen)).toEqual(new Set(['answer']))
  expect([counts.mostInFlight, counts.aborted]).toEqual([1, 0])
}

/** cloudfoundry/stratos#1571 */
export const screenLeft = () => {
  const {
    client,
    clock,
    asked: requests,
  } = tokenScene(
    (_, call) => token(`T${String(call)}`, clock.wall() + hour),
    () => page([]),
  )
  const user = client.user({ externalUserId: 'A6J' })
  const screens = [user.transactions.watchUpdated(), user.stocks.watchUpdated(), user.token$].map((stream) =>
    noteOf(stream as never),
  )
  clock.advance(10 * minute)
  screens.forEach(({ leave }) => leave())
  const before = requests.length
  expect(before).toBeGreaterThan(15)
  clock.advance(10 * hour)
  expect([requests.length, clock.pending()]).toEqual([before, 0])
}

/** monetr/monetr#3126 */
export const refusedSince = () => {
  const store = memoryStore({ mine: bookmarkAt(serverStart - 100 * 24 * hour) })
  const first = watch(
    (question) => (question === 'everything' ? listResponse([row(1, serverStart)], serverStart) : refusal(400)),
    { store, key: 'mine', process: () => EMPTY },
  )
  expect([first.ids(), first.errors, first.questions.length]).toEqual([[[1]], [], 2])
  expect(first.events.filter(({ _tag }) => _tag === 'Restarted')).toHaveLength(1)
  expect(store.saved).toHaveLength(1)
  const all = watch(() => refusal(400), {
    store: memoryStore({ mine: bookmarkAt(serverStart) }),
    key: 'mine',
    process: () => EMPTY,
  })
  expect([all.errors, all.questions.length]).toMatchObject([[{ status: 400 }], 2])
  const unkept = watch(() => refusal(400))
  expect([unkept.errors, unkept.questions.length]).toMatchObject([[{ status: 400 }], 1])
}

/** webhookdb/webhookdb#646, for the rounds of a mirror. */
export const refusedBookmark = () => {
  const bank = smallBank()
  const account = bank.account(bank.item())
  bank.transaction(account)
  const { round, rows } = mirrorScene(bank, { feeds: ['transactions'] })
  round()
  bank.transaction(account)
  bank.clock.advance(hour)
  const requests: Array<string> = []
  bank.answers.before = (url) => requests.push(url)
  bank.answers.instead = () => (requests.at(-1)?.includes('since=') === true ? refusal(400) : undefined)
  for (let rounds = 0; rounds < 3; rounds++) expect(round()).not.toHaveProperty('error')
  expect(rows('SELECT id FROM rxbank_transactions')).toHaveLength(2)
}

/** elizaOS/eliza#21739 */
export const cutPaging = () => {
  const store = memoryStore()
  const endless = watch(
    (question) => {
      const number = question === 'everything' ? 1 : Number(question)
      return listResponse([row(number, serverStart - number)], serverStart, link(String(number + 1)))
    },
    { store, key: 'mine', maxPages: 5, process: () => EMPTY },
  )
  expect(endless.errors).toMatchObject([{ _tag: 'PagingError', reason: 'too-many-pages' }])
  expect(endless.batches).toHaveLength(5)
  expect([store.saved, new Set(endless.checkpoints())]).toEqual([[], new Set(['-'])])
}

/** actualbudget/actual#8846 */
export const repeatedLastPage = () => {
  const bank = smallBank()
  const account = bank.account(bank.item())
  for (let count = 0; count < 3; count++) bank.transaction(account)
  const { round, rows, booked } = mirrorScene(bank, { feeds: ['accounts', 'transactions'] })
  const path = '/v2/transactions/updated?after=last'
  bank.answers.instead = (to) => (to.endsWith('/updated') ? page(bank.rows.transactions, path) : undefined)
  expect(round()).toMatchObject({ error: { failures: [{ error: { _tag: 'PagingError', reason: 'loop' } }] } })
  bank.answers.instead = () => undefined
  round()
  expect([rows('SELECT id FROM rxbank_transactions').length, booked()]).toEqual([3, [-9000]])
}

/** actualbudget/actual#4539 */
export const manyAccounts = () => {
  const taken: Array<number> = []
  const { client, clock } = scripted((request) => {
    if (request.url.endsWith('/authenticate')) return token('T', begin + 2 * hour)
    const now = clock.monotonic()
    if (taken.filter((at) => at > now - second).length >= 4)
      return json({ type: 'too_many_requests' }, 429, { 'retry-after': '1' })
    taken.push(now)
    return late(clock, 50, page([]))
  })
  const user = client.user({ externalUserId: 'A6J' })
  const seen = Array.from(
    { length: 23 },
    () => noteOf(user.accounts.pages({ timeout: 10 * minute }), () => 'page').seen,
  )
  clock.advance(10 * minute)
  expect(seen).toEqual(Array(23).fill(['page', 'complete']))
}
