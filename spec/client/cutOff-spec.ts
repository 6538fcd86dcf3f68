import * as t from 'io-ts'
import { createClient, createVirtualClock } from '../../lib/index.js'
import { createSandbox, type Fault } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { recordHttp, replayHttp, type TapeEntry } from '../../lib/tape.js'

const minute = 60_000

const setUp = (fault: Fault) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const sandbox = createSandbox({ profile: documentedProfile, clock })
  sandbox.faults.add(fault)
  const tape: Array<TapeEntry> = []
  const http = recordHttp(sandbox.http, { next: (entry) => tape.push(entry) }, { clock })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...sandbox.credentials,
    http,
    clock,
  })
  const [somebody] = sandbox.users
  const [itemId = 0] = somebody?.itemIds ?? []
  const user = client.user({ externalUserId: somebody?.externalUserId ?? '' })
  const asked = (route: string) => sandbox.journal.entries().filter((entry) => entry.route === route).length
  return { clock, sandbox, client, user, itemId, tape, asked }
}

/** An answer of no told length, that ends after so many bytes. */
const cut = (bytes: number, on: string, times = 3) => ({ kind: 'cut', length: 'undeclared', bytes, on, times }) as Fault

describe.each([0, 1, 12, 40])('an answer of no told length that ends after %d bytes', (at) => {
  it('is asked for again if somebody waits for it', () => {
    const { clock, client, asked } = setUp(cut(at, 'banks'))
    const seen: Array<unknown> = []
    client.banks
      .pages({ limit: 5, maxPages: 1 })
      .subscribe({ next: ({ number }) => seen.push(number), error: () => undefined })
    clock.advance(minute)
    expect([seen[0], asked('banks')]).toEqual([1, 4])
  })

  it('is a NetworkError after the last attempt', () => {
    const { clock, client, asked } = setUp(cut(at, 'banks', 5))
    const errors: Array<unknown> = []
    client.banks.pages().subscribe({ error: (error) => errors.push(error) })
    clock.advance(10 * minute)
    expect(errors).toMatchObject([{ _tag: 'NetworkError', operation: 'banks.list' }])
    expect(asked('banks')).toBe(5)
  })

  it('ends no watcher of changes', () => {
    const { clock, user, asked } = setUp(cut(at, 'transactionsUpdated', 20))
    const errors: Array<unknown> = []
    let batches = 0
    user.transactions
      .watchUpdated({ since: new Date(0), every: minute })
      .subscribe({ next: () => batches++, error: (error) => errors.push(error) })
    clock.advance(60 * minute)
    expect(errors).toEqual([])
    expect([asked('transactionsUpdated') > 20, batches > 0]).toEqual([true, true])
  })

  it('ends no watcher of a refresh', () => {
    const { clock, sandbox, user, itemId } = setUp(cut(at, 'refreshStatus', 4))
    sandbox.refresh(itemId)
    const seen: Array<unknown> = []
    user.items
      .watchRefresh(itemId)
      .subscribe({ error: (error) => seen.push(error), complete: () => seen.push('completed') })
    clock.advance(5 * minute)
    expect(seen).toEqual(['completed'])
  })

  it('is requested again if it is a token', () => {
    const { clock, user, asked } = setUp(cut(at, 'authenticate'))
    const seen: Array<unknown> = []
    user.token$.subscribe({ next: () => seen.push('token'), error: (error) => seen.push(error) })
    clock.advance(5 * minute)
    expect([seen, asked('authenticate')]).toEqual([['token'], 4])
  })

  it('is not asked for again if that could do it twice', () => {
    const { clock, client, asked } = setUp(cut(at, 'banks', 1))
    const request = { operation: 'a', method: 'GET', path: '/v2/banks', access: 'public', idempotent: false } as const
    const errors: Array<unknown> = []
    client.pages({ ...request, resource: t.unknown }).subscribe({ error: (error) => errors.push(error) })
    clock.advance(minute)
    expect(errors).toMatchObject([{ _tag: 'NetworkError' }])
    expect(asked('banks')).toBe(1)
  })

  it('is on a tape as what it is', () => {
    const { clock, client, tape } = setUp(cut(at, 'banks', 1))
    client.banks.pages({ limit: 5, maxPages: 1 }).subscribe({ error: () => undefined })
    clock.advance(minute)
    expect(tape[0]?.error).toEqual({ _tag: 'NetworkError', code: 'ERR_STREAM_PREMATURE_CLOSE' })
    const errors: Array<unknown> = []
    const replayed = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      http: replayHttp(tape, { clock }),
      clock,
      retry: { count: 0 },
    })
    replayed.banks.pages({ limit: 5 }).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'NetworkError' }])
  })
})
