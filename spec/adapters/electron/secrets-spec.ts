import { EMPTY, type Observable, Subject, Subscription } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { reveal } from '../../../lib/base/Redacted.js'
import { createClient } from '../../../lib/client/createClient.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { NavigateCommand } from '../../../lib/streams/pages/navigate.js'
import { closePorts, renderer, settled } from '../../helpers/electron.js'

afterEach(closePorts)

/** What a value shows of itself, however it is looked at. */
const textOf = (value: unknown): string => JSON.stringify(value) + String(value)

describe('what crosses a port in a whole session', () => {
  it('has no secret, token, password, link or body of an error in it', async () => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
    const credentials = { clientId: 'canary-id', clientSecret: 'canary-s3cr3t' }
    const sandbox = createSandbox({ profile: documentedProfile, seed: 1, clock, credentials, transactions: 60 })
    const [known] = sandbox.users
    if (known === undefined) throw new Error('the sandbox has users')
    const { email, password } = known
    const { http } = sandbox
    const own = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
      random: () => 0.5,
    })
    const { client, crossed } = renderer(own, { user: { email, password } })
    const user = client.user()
    const open = new Subscription()
    const commands$ = new Subject<NavigateCommand>()
    const trigger$ = new Subject<unknown>()
    const failures: Array<unknown> = []
    const listener = { error: (error: unknown) => failures.push(error) }

    const [itemId = 0] = known.itemIds
    sandbox.refresh(itemId)
    const streams: ReadonlyArray<Observable<unknown>> = [
      client.events$,
      client.banks.pages({ limit: 500 }),
      client.categories.all({ language: 'fr' }),
      user.accounts.pages({ limit: 5 }),
      user.items.pages(),
      user.items.refreshStatus(itemId),
      user.items.watchRefresh(itemId, { deadline: 20_000, until: () => false }),
      user.stocks.all({ limit: 10 }),
      user.stocks.watchUpdated({ every: 5000, trigger$, limit: 20 }),
      user.transactions.pages({ limit: 20, prefetch: 1 }),
      user.transactions.navigate(commands$, { limit: 20 }),
      user.transactions.updated().all(),
      user.bankForm.url(),
      user.stocks.get(1),
      user.transactions.page({} as never),
      user.transactions.pages({ limit: 0 }),
      user.stocks.watchUpdated({ onInvalidRow: 'report', every: 100, process: () => EMPTY }),
    ]
    const turn = async (ms: number): Promise<void> => {
      clock.advance(ms)
      await settled()
    }
    const faults = [
      { kind: 'unauthorized' },
      { kind: 'server-error' },
      { kind: 'html' },
      { kind: 'status', status: 404 },
      { kind: 'disconnect' },
      { kind: 'foreign-link', url: 'https://evil.example/v2/stocks' },
      { kind: 'wrong-type', field: 'id', value: {} },
      { kind: 'rate-limit' },
    ] as const
    for (const fault of faults) sandbox.faults.add({ ...fault, times: 2, probability: 0.5 })
    for (const stream of streams) {
      open.add(stream.subscribe(listener))
      await turn(500)
    }
    for (const command of ['next', 'next', 'previous', 'reload'] as const) {
      commands$.next(command)
      trigger$.next({ canary: 'canary-trigger' })
      await turn(5000)
    }
    sandbox.revokeTokens()
    await turn(3 * 3_600_000)
    open.unsubscribe()
    await settled()

    const tokens = sandbox.journal
      .entries()
      .flatMap(({ headers: { authorization } }) =>
        typeof authorization === 'object' ? [reveal(authorization).replace(/^Bearer /, '')] : [],
      )
    const secrets = [credentials.clientSecret, credentials.clientId, password, 'canary', '/v2/', ...new Set(tokens)]
    const texts = [...crossed.map(({ message }) => message), ...failures].map(textOf)
    expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([])
    const tags = new Set(crossed.map(({ message }) => (message as { _tag: string })._tag))
    expect(Array.from(tags).sort()).toEqual(
      ['Acknowledge', 'Complete', 'Error', 'Hello', 'Input', 'Next', 'Subscribe', 'Unsubscribe'].sort(),
    )
    expect([tokens.length > 10, failures.length > 3, crossed.length > 100]).toEqual([true, true, true])
    expect(texts.some((text) => text.includes('StatusError'))).toBe(true)
  })
})
