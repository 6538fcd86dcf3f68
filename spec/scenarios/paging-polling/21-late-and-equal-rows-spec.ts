import { map as mapOption, toUndefined } from 'fp-ts/lib/Option.js'
import { EMPTY } from 'rxjs'
import {
  type ChangesConfig,
  createClient,
  createVirtualClock,
  type Stock,
  type Transaction,
  type UpdatedBatch,
} from '../../../lib/index.js'
import { createSandbox, type SandboxConfig } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { asked, listResponse, memoryStore, row } from '../../helpers/feed.js'
import { begin, scripted } from '../../helpers/scripted.js'

const minute = 60_000

/** A watcher of a sandbox under one clock, and what it was told. */
const watchSandbox = (config: ChangesConfig<Transaction> = {}, sandboxConfig: Partial<SandboxConfig> = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
  const sandbox = createSandbox({ profile: documentedProfile, clock, transactions: 10, ...sandboxConfig })
  const { credentials, http, users } = sandbox
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
    random: () => 0.5,
  })
  const ids: Array<number> = []
  const checkpoints: Array<number | undefined> = []
  const errors: Array<unknown> = []
  client
    .user({ externalUserId: 'A6J' })
    .transactions.watchUpdated(config)
    .subscribe({
      next: ({ resources, checkpoint }) => {
        for (const { id } of resources) ids.push(id)
        checkpoints.push(toUndefined(mapOption((date: Date) => date.getTime())(checkpoint)))
      },
      error: (error) => errors.push(error),
    })
  const pages = () => sandbox.journal.counts().routes.transactionsUpdated ?? 0
  return { clock, sandbox, uuid: users[0]?.uuid ?? '', ids, checkpoints, errors, pages }
}

describe('paging scenario 21: late and equal rows', () => {
  it('rows committed 4 minutes late with an older updated_at are told by the next poll, once', () => {
    const { clock, sandbox, uuid, ids, errors } = watchSandbox()
    clock.advance(10 * minute)
    for (let round = 0; round < 10; round++) {
      const onTime = sandbox.insertTransactions(uuid, 3)
      const late = sandbox.insertTransactions(uuid, 3, { visibleAfter: 4 * minute })
      const before = ids.length
      clock.advance(minute)
      expect(ids.slice(before)).toEqual([...late, ...onTime])
    }
    clock.advance(30 * minute)
    expect([ids.length, new Set(ids).size, errors]).toEqual([70, 70, []])
  })

  it.each([
    ['are lost without an overlap', 0, 4 * minute, 0],
    ['are told when they come within it', 5 * minute, 4 * minute, 1],
    ['are lost when they come later than it', 5 * minute, 7 * minute, 0],
  ])('late rows %s', (_, overlap, late, reported) => {
    const { clock, sandbox, uuid, ids } = watchSandbox({ overlap })
    clock.advance(10 * minute)
    sandbox.insertTransactions(uuid, 1)
    clock.advance(10 * minute)
    sandbox.insertTransactions(uuid, 1, { visibleAfter: late })
    clock.advance(10 * minute)
    expect(ids).toHaveLength(11 + reported)
  })

  it('500 rows of one moment across the border of pages are told once each', () => {
    const { clock, sandbox, uuid, ids } = watchSandbox({ limit: 300 })
    const made = sandbox.insertTransactions(uuid, 500)
    clock.advance(30 * minute)
    expect(ids.slice(10)).toEqual(made)
  })

  it.each([
    ['100,000', 'that tells the time', 100_000, []],
    ['10,000', 'whose time cannot be read, as in a browser', 10_000, [{ kind: 'no-date', times: Infinity } as const]],
  ])(
    'of %s rows with one timestamp, from a service %s, none is lost, and none is read again once the overlap has passed',
    (_, __, count, faults) => {
      const { clock, sandbox, uuid, ids, errors, pages } = watchSandbox({ every: 6 * minute })
      for (const fault of faults) sandbox.faults.add(fault)
      clock.advance(9 * minute)
      sandbox.insertTransactions(uuid, count)
      const rounds: Array<number> = []
      for (let round = 0; round < 5; round++) {
        const before = pages()
        clock.advance(6 * minute)
        rounds.push(pages() - before)
      }
      expect(rounds).toEqual([count / 500, count / 500, 1, 1, 1])
      expect([ids.length, new Set(ids).size, errors]).toEqual([10 + count, 10 + count, []])
      const [late] = sandbox.insertTransactions(uuid, 1, { visibleAfter: 2 * minute })
      clock.advance(6 * minute)
      expect(ids.at(-1)).toBe(late)
    },
    60_000,
  )

  it('rows updated while it pages are told as they are after one more poll', () => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
    const sandbox = createSandbox({ profile: documentedProfile, clock, transactions: 10 })
    const { credentials, http } = sandbox
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
    })
    const sink = new Map<number, string | null | undefined>()
    let turn = 0
    const process = ({ resources }: UpdatedBatch<Transaction>) => {
      for (const { id, description } of resources) sink.set(id, description)
      // One that was read, and one that was not yet.
      for (const id of turn++ < 4 ? [...sink.keys()].slice(0, 1).concat(oldest ?? []) : [])
        sandbox.updateTransaction(id, { description: `turn ${String(turn)}` })
      return EMPTY
    }
    const all$ = client.user({ externalUserId: 'A6J' }).transactions.all()
    let oldest: number | undefined
    all$.subscribe(({ id }) => (oldest = id))
    client.user({ externalUserId: 'A6J' }).transactions.watchUpdated({ limit: 2, process }).subscribe()
    clock.advance(2 * minute)
    const truth = new Map<number, string | null | undefined>()
    all$.subscribe(({ id, description }) => truth.set(id, description))
    expect(new Map([...sink].sort())).toEqual(new Map([...truth].sort()))
    expect([...truth.values()].filter((text) => text === 'turn 4')).toHaveLength(2)
  })

  it('an older live row never overwrites a newer tombstone in a page or a round, nor for longer than it is shown', () => {
    const live = row(1, begin + 1, { quantity: 1 })
    const dead = row(1, begin + 2, { is_deleted: true })
    const rounds = [[live], [dead, live], [live], [live, dead], [], [live], [live], [dead], [dead]]
    const store = memoryStore()
    const { user, clock, events } = scripted((_, call) => listResponse(rounds[call] ?? [], begin + 3 + call * minute))
    const sink = new Map<number, unknown>()
    const seen: Array<ReadonlyArray<unknown>> = []
    const process = ({ resources }: UpdatedBatch<Stock>) => {
      for (const stock of resources) sink.set(stock.id, stock.is_deleted === true ? 'dead' : 'live')
      seen.push([resources.length, sink.get(1)])
      return EMPTY
    }
    user.stocks.watchUpdated({ store, key: 'stocks', process, every: minute }).subscribe()
    clock.advance(10 * minute)
    expect(seen.slice(0, 9)).toEqual([
      [1, 'live'],
      [1, 'dead'],
      [1, 'live'],
      [1, 'dead'],
      [0, 'dead'],
      [1, 'live'],
      [0, 'live'],
      [1, 'dead'],
      [0, 'dead'],
    ])
    const counts = events.flatMap((event) => (event._tag === 'RowsReverted' ? [[event.emitted, event.dropped]] : []))
    expect(counts).toEqual([
      [0, 1],
      [1, 0],
      [1, 0],
    ])
  })

  it.each([0, 1])('two versions that are shown in every round do not hold the checkpoint, in order %p', (order) => {
    const older = row(1, begin + 1)
    const newer = row(1, begin + minute)
    const both = order === 0 ? [older, newer] : [newer, older]
    const { user, clock, paths } = scripted((request, call) => {
      const since = asked(request)
      const isShown = ({ updated_at }: Readonly<Record<string, unknown>>) =>
        since === 'everything' || String(updated_at) >= since
      return listResponse((both as ReadonlyArray<Record<string, unknown>>).filter(isShown), begin + (call + 2) * minute)
    })
    const values: Array<number> = []
    user.stocks.watchUpdated({ every: minute }).subscribe(({ resources }) => {
      for (const { updated_at } of resources) values.push(Number(updated_at))
    })
    clock.advance(30 * minute)
    expect(values.at(-1)).toBe(begin + minute)
    expect(values.length).toBeLessThan(20)
    const [last = ''] = paths().slice(-1)
    expect(Date.parse(decodeURIComponent(/since=([^&]+)/.exec(last)?.[1] ?? ''))).toBeGreaterThan(begin + 20 * minute)
  })

  it('duplicates change nothing: neither what is told nor the checkpoint', () => {
    const batchesOf = (copies: number) => {
      const rows = [1, 2, 3].map((id) => row(id, begin + id))
      const { user, clock } = scripted((request) =>
        asked(request) === 'everything'
          ? listResponse(Array<typeof rows>(copies).fill(rows).flat(), begin + minute)
          : listResponse(rows, begin + 2 * minute),
      )
      const batches: Array<unknown> = []
      user.stocks.watchUpdated().subscribe((batch) => batches.push(batch))
      clock.advance(3 * minute)
      return batches
    }
    expect(batchesOf(5)).toEqual(batchesOf(1))
  })
})
