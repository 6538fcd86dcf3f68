import { bridge2025 } from '../../lib/bridge.js'
import { type Clock, createClient, createVirtualClock, type SharedPermits } from '../../lib/index.js'
import { memoryPermits } from '../../lib/node.js'
import { createSandbox } from '../../lib/sandbox.js'

const day = 86_400_000

describe.each([
  ['in the past', 1e9],
  ['in the future', -1e9],
])('a monotonic clock whose zero is %s', (_name, offset) => {
  const run = (permits?: (clock: Clock) => SharedPermits) => {
    const virtual = createVirtualClock()
    const clock: Clock = { ...virtual, monotonic: () => virtual.monotonic() + offset }
    const sandbox = createSandbox({ profile: bridge2025, clock, transactions: 3 })
    const shared = permits && { permits: permits(clock) }
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock, ...shared })
    return { virtual, sandbox, user: client.user({ userUuid: sandbox.users[0]?.uuid as string }) }
  }

  it.each([
    ['its own permits', undefined],
    ['shared permits', (clock: Clock) => memoryPermits({ requests: 10, per: 1000, clock })],
  ])('delays no request of a client with %s', (_permits, permits) => {
    const { virtual, user } = run(permits)
    const seen: Array<unknown> = []
    user.items.pages().subscribe({ next: () => seen.push('page'), complete: () => seen.push('end') })
    virtual.advance(1)
    expect(seen).toEqual(['page', 'end'])
  })

  it('replaces a token that the service refuses, and watches on', () => {
    const { virtual, sandbox, user } = run()
    let rounds = 0
    user.items.watchUpdated({ every: 60_000 }).subscribe(() => rounds++)
    virtual.advance(1)
    const before = rounds
    sandbox.revokeTokens(sandbox.users[0]?.uuid)
    sandbox.refresh(sandbox.users[0]?.itemIds[0] as number, { authenticating: 0, retrieving: 0 })
    virtual.advance(day / 24)
    expect(before).toBeGreaterThan(0)
    expect(rounds).toBeGreaterThan(before)
    expect(sandbox.journal.counts().routes.authenticate).toBe(2)
  })
})
