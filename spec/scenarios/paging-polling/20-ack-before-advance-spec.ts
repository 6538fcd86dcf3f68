import { isSome } from 'fp-ts/lib/Option.js'
import { EMPTY, firstValueFrom, NEVER, type Observable, throwError } from 'rxjs'
import { createClient, createVirtualClock, type Transaction, type UpdatedBatch } from '../../../lib/index.js'
import { memoryCheckpointStore } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

const hour = 3_600_000
const key = 'transactions of A6J'

type AsyncResult = (batch: UpdatedBatch<Transaction>, number: number) => Observable<unknown> | Promise<unknown>

/** A bank with 12 transactions, two a page, the newest first, and lives of a watcher that share a store. */
const bank = () => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
  const sandbox = createSandbox({ profile: documentedProfile, clock, transactions: 12 })
  const store = memoryCheckpointStore()
  const sink = new Map<number, Transaction>()
  const kept = async () => {
    const bookmark = await firstValueFrom(store.load(key))
    return isSome(bookmark) ? bookmark.value.position?.moment : undefined
  }
  const live = (work: AsyncResult = () => EMPTY) => {
    const { credentials, http } = sandbox
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
    })
    const errors: Array<unknown> = []
    let batches = 0
    const process = (batch: UpdatedBatch<Transaction>) => {
      for (const row of batch.resources) sink.set(row.id, row)
      return work(batch, ++batches)
    }
    const config = { limit: 2, key, store, process, every: hour, overlap: 0 }
    const subscription = client
      .user({ externalUserId: 'A6J' })
      .transactions.watchUpdated(config)
      .subscribe({ error: (error) => errors.push(error) })
    return { subscription, errors, batches: () => batches }
  }
  const questions = () =>
    sandbox.journal.entries().flatMap(({ route, query }) => {
      const since = new URLSearchParams(query)
      return route === 'transactionsUpdated' && !since.has('after') ? [since.get('since')] : []
    })
  return { clock, sandbox, sink, kept, live, questions }
}

describe('paging scenario 20: acknowledgement before advance', () => {
  it.each<[string, AsyncResult]>([
    ['throws', () => { throw new RangeError('full') }], // prettier-ignore
    ['errors', () => throwError(() => new RangeError('full'))],
    ['rejects', () => Promise.reject(new RangeError('full'))],
  ])('a handler that %s on page 5 ends the stream; nothing is kept, and all comes again', async (_, fail) => {
    const { live, kept, questions, sink, clock } = bank()
    const { errors, batches, subscription } = live((batch, number) => (number === 5 ? fail(batch, number) : EMPTY))
    while (!subscription.closed) await new Promise(setImmediate)
    expect([errors, batches()]).toEqual([[new RangeError('full')], 5])
    expect([await kept(), clock.pending()]).toEqual([undefined, 0])
    sink.clear()
    const next = live()
    expect([questions(), sink.size, next.batches()]).toEqual([[null, null], 12, 6])
    expect(await kept()).toBe(Math.max(...Array.from(sink.values(), ({ updated_at }) => updated_at?.getTime() ?? NaN)))
  })

  it('a handler that hangs on page 5 holds the round: nothing is asked, nothing is kept, for a day', async () => {
    const { live, kept, sandbox, clock } = bank()
    const { subscription, batches } = live((_, number) => (number === 5 ? NEVER : EMPTY))
    const before = sandbox.journal.counts().routes
    clock.advance(24 * hour)
    expect(sandbox.journal.counts().routes).toEqual(before)
    expect([batches(), await kept()]).toEqual([5, undefined])
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('a handler that hangs in a later round leaves the checkpoint of the one before', async () => {
    const { live, kept, sandbox, clock, sink, questions } = bank()
    const { subscription } = live((_, number) => (number > 8 ? NEVER : EMPTY))
    const first = await kept()
    sandbox.insertTransactions(sandbox.users[0]?.uuid ?? '', 9)
    clock.advance(2 * hour)
    expect([sink.size, await kept()]).toEqual([18, first])
    subscription.unsubscribe()
    live()
    expect([sink.size, questions().at(-1)]).toEqual([21, new Date(first ?? NaN).toISOString()])
    expect(await kept()).toBeGreaterThan(first ?? Infinity)
  })

  it('the newest come first, and a crash after page 3 loses none of the older ones', async () => {
    const { live, kept, sink } = bank()
    const dying = live((_, number) => (number === 4 ? NEVER : EMPTY))
    const ids = Array.from(sink.keys()).slice(0, 6)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    dying.subscription.unsubscribe()
    expect(await kept()).toBeUndefined()
    live()
    expect(sink.size).toBe(12)
  })
})
