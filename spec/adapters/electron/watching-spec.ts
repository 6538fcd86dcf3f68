import { none } from 'fp-ts/lib/Option.js'
import { lastValueFrom, of, Subject, Subscription, takeUntil, throwError, toArray } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { createClient } from '../../../lib/client/createClient.js'
import { watchItemState } from '../../../lib/client/watchItemState.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import type { RefreshStatus } from '../../../lib/service/model/RefreshStatus.js'
import type { Transaction } from '../../../lib/service/model/Transaction.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { ItemState } from '../../../lib/service/profile/itemState.js'
import type { UpdatedBatch } from '../../../lib/streams/polling/ChangesConfig.js'
import { liveRows } from '../../../lib/streams/polling/liveRows.js'
import { closePorts, renderer, settled } from '../../helpers/electron.js'

const start = Date.UTC(2026, 0, 1)
const minute = 60_000

let open = new Subscription()

afterEach(() => {
  open.unsubscribe()
  open = new Subscription()
  closePorts()
})

const setup = () => {
  const clock = createVirtualClock({ start })
  const sandbox = createSandbox({ profile: documentedProfile, seed: 1, clock, transactions: 100 })
  const { http, credentials } = sandbox
  const own = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
    random: () => 0.5,
  })
  const { client, ...connection } = renderer(own, { user: { externalUserId: 'A6J' } })
  const [sandboxUser] = sandbox.users
  const [itemId] = sandboxUser?.itemIds ?? []
  if (sandboxUser === undefined || itemId === undefined) throw new Error('the sandbox has users and items')
  const advance = async (ms: number, steps = 1): Promise<void> => {
    for (let step = 0; step < steps; step++) {
      clock.advance(ms / steps)
      await settled()
    }
  }
  const count = (part: string) => sandbox.journal.entries().filter(({ path }) => path.includes(part)).length
  return { clock, sandbox, uuid: sandboxUser.uuid, itemId, client, user: client.user(), advance, count, ...connection }
}

/** What a stream emits, in a list that grows. */
const listed = <A>(stream: { subscribe: (observer: object) => Subscription }): Array<A | string> => {
  const seen: Array<A | string> = []
  open.add(
    stream.subscribe({
      next: (value: A) => seen.push(value),
      error: (error: Error) => seen.push(error.name),
      complete: () => seen.push('complete'),
    }),
  )
  return seen
}

/** The words of states. */
const statuses = (seen: ReadonlyArray<RefreshStatus | string>): ReadonlyArray<string> =>
  seen.map((state) => (typeof state === 'string' ? state : (state.status as string)))

describe('watchRefresh of a renderer', () => {
  it('follows a refresh to the end that the profile knows', async () => {
    const { sandbox, user, itemId, advance } = setup()
    sandbox.refresh(itemId)
    const seen = listed<RefreshStatus>(user.items.watchRefresh(itemId, { every: 1000 }))
    await settled()
    await advance(12_000, 12)
    expect(Array.from(new Set(statuses(seen)))).toEqual(['authenticating', 'retrieving_data', 'finished', 'complete'])
  })

  it('asks until in the renderer, and continues beyond the end of the profile', async () => {
    const { sandbox, user, itemId, advance, count, crossed } = setup()
    sandbox.refresh(itemId)
    const answers: Array<RefreshStatus> = []
    const until = (answer: RefreshStatus) => answers.push(answer) === 15
    const seen = listed<RefreshStatus>(user.items.watchRefresh(itemId, { every: 1000, until }))
    await settled()
    await advance(20_000, 20)
    expect(statuses(seen)).toEqual([...answers.map(({ status }) => status), 'complete'])
    expect([seen.length, count('refresh'), statuses(seen).at(-2)]).toEqual([16, 15, 'finished'])
    expect(crossed.at(-1)).toEqual({ to: 'main', message: { _tag: 'Unsubscribe', id: 1 } })
  })

  it('waits for an `until` that asks further, as for what to do about an item, and meanwhile shows nothing', async () => {
    const { sandbox, user, itemId, advance } = setup()
    sandbox.refresh(itemId)
    const said$ = new Subject<boolean>()
    const asked: Array<unknown> = []
    const until = ({ status }: RefreshStatus) => (asked.push(status), status === 'finished' && said$)
    const seen = listed<RefreshStatus>(user.items.watchRefresh(itemId, { every: 1000, until }))
    await settled()
    await advance(20_000, 20)
    expect([asked.length, asked.indexOf('finished')]).toEqual([seen.length + 1, seen.length])
    said$.next(true)
    await settled()
    expect(statuses(seen).slice(-2)).toEqual(['finished', 'complete'])
    const items = { ...user.items, get: () => of({ status: 0 }) }
    const states = listed<ItemState>(watchItemState(bridge2021, items, itemId))
    await settled()
    expect(states).toEqual([{ _tag: 'ok' }, 'complete'])
  })

  it('judges the next answer after a transient error of `until`, and errors with any other', async () => {
    const { sandbox, user, itemId, advance } = setup()
    sandbox.refresh(itemId)
    const failing = (status: number) => {
      const error = new StatusError({
        operation: 'items.get',
        page: none,
        status,
        type: none,
        detail: none,
        retryAfter: none,
      })
      let failures = 0
      const until = ({ status: word }: RefreshStatus) =>
        word === 'finished' && (failures++ === 0 ? throwError(() => error) : of(true))
      return listed<RefreshStatus>(user.items.watchRefresh(itemId, { every: 1000, until }))
    }
    const [transient, final] = [failing(503), failing(403)]
    await settled()
    await advance(20_000, 20)
    expect([statuses(transient).slice(-2), statuses(final).at(-1)]).toEqual([['finished', 'complete'], 'StatusError'])
  })

  it('shows the newest state to a renderer that was busy', async () => {
    const { sandbox, clock, user, itemId } = setup()
    sandbox.refresh(itemId)
    const seen = listed<RefreshStatus>(user.items.watchRefresh(itemId, { every: 1000 }))
    await settled()
    clock.advance(20_000)
    await settled()
    expect(statuses(seen)).toEqual(['authenticating', 'authenticating', 'finished', 'complete'])
  })

  it('fails at the deadline as in main', async () => {
    const { user, itemId, advance } = setup()
    const states = user.items.watchRefresh(itemId, { deadline: 5000, until: () => false })
    const failed = expect(lastValueFrom(states)).rejects.toMatchObject({ _tag: 'DeadlineExceeded', deadline: 5000 })
    await settled()
    await advance(10_000, 10)
    await failed
  })
})

describe('watchUpdated of a renderer', () => {
  it('emits batches, and is run now by triggers', async () => {
    const { sandbox, user, uuid, advance } = setup()
    const trigger$ = new Subject<unknown>()
    const since = new Date(start)
    const seen = listed<UpdatedBatch<{ id: number }>>(
      user.transactions.watchUpdated({ since, every: 60 * minute, overlap: 0, trigger$ }),
    )
    await settled()
    await advance(minute)
    const ids = sandbox.insertTransactions(uuid, 3)
    trigger$.next(() => 'no port carries a function')
    await settled()
    await advance(2000)
    const batches = seen.flatMap((batch) => (typeof batch === 'string' ? [] : [batch]))
    expect(batches.flatMap(({ resources }) => resources.map(({ id }) => id)).sort()).toEqual([...ids].sort())
    expect(batches.at(-1)?.checkpoint).toEqual({ _tag: 'Some', value: expect.any(Date) })
  })

  it('ends with the error of its trigger', async () => {
    const { user } = setup()
    const trigger$ = new Subject<unknown>()
    const seen = listed<UpdatedBatch<unknown>>(user.transactions.watchUpdated({ trigger$ }))
    await settled()
    trigger$.error(new RangeError('of the page'))
    await settled()
    expect(seen.at(-1)).toBe('RangeError')
  })
})

describe('the rows of a renderer', () => {
  it('are kept by liveRows, without those that were removed, and begin again', async () => {
    const { sandbox, user, uuid, advance } = setup()
    const every = 10_000
    const seen = listed<ReadonlyMap<number, Transaction>>(liveRows(user.transactions, { every, limit: 30 }))
    await settled()
    const [id = 0] = sandbox.insertTransactions(uuid, 2)
    await advance(every + 1000)
    sandbox.deleteTransaction(id)
    await advance(every + 1000)
    const others = listed<ReadonlyMap<number, Transaction>>(liveRows(user.transactions, { every }))
    await settled()
    const sizes = [seen, others].map((maps) => maps.map((rows) => (typeof rows === 'string' ? rows : rows.size)))
    expect(sizes).toEqual([[100, 102, 101], [101]])
  })
})

describe('events$ of a renderer', () => {
  it('tells what main does, with real errors in it', async () => {
    const { sandbox, client, user, advance } = setup()
    const end$ = new Subject<void>()
    const events = lastValueFrom(client.events$.pipe(takeUntil(end$), toArray()))
    await settled()
    sandbox.faults.add({ kind: 'server-error', on: 'transactions' })
    const pages = listed(user.transactions.pages({ limit: 10, maxPages: 1 }))
    await settled()
    await advance(60_000)
    end$.next()
    const reported = await events
    expect(pages.length).toBeGreaterThan(0)
    expect(reported.map(({ _tag }) => _tag)).toEqual(expect.arrayContaining(['Requested', 'Responded', 'Retried']))
    expect(reported.find(({ _tag }) => _tag === 'Retried')).toMatchObject({
      operation: 'transactions.list',
      time: expect.any(Date),
      error: { _tag: 'StatusError', name: 'StatusError', status: 500 },
    })
    expect(reported.find(({ _tag }) => _tag === 'TokenRenewed')).toMatchObject({ expires_at: expect.any(Date) })
  })
})

describe('process of a watcher in a renderer', () => {
  it('acknowledges a batch before it is emitted, and the main process asks no more until then', async () => {
    const { user, advance, count } = setup()
    const written = new Subject<never>()
    const seen = listed<UpdatedBatch<Transaction>>(
      user.transactions.watchUpdated({ limit: 50, process: () => written }),
    )
    await settled()
    await advance(10 * minute, 10)
    expect([seen.length, count('transactions')]).toEqual([0, 1])
    written.complete()
    await settled()
    expect([seen.length > 1, count('transactions') > 1]).toEqual([true, true])
  })

  it('ends the stream with its error, and the watcher in the main process', async () => {
    const { user, advance, count } = setup()
    const seen = listed(user.transactions.watchUpdated({ process: () => throwError(() => new RangeError('full')) }))
    await settled()
    await advance(10 * minute, 10)
    expect([seen, count('transactions')]).toEqual([['RangeError'], 1])
  })

  it('has to return one Observable or Promise', async () => {
    const { user } = setup()
    const seen = [
      listed(user.transactions.watchUpdated({ process: () => [Promise.resolve()] as never })),
      listed(user.transactions.watchUpdated({ process: 7 as never })),
    ]
    await settled()
    expect(seen).toEqual([['ConfigError'], ['ConfigError']])
  })
})
