import { some } from 'fp-ts/lib/Option.js'
import { throwError } from 'rxjs'
import { createClient, createVirtualClock, type Http, toClientError } from '../../lib/index.js'
import { createSandbox } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

describe('a service that is down when a program starts', () => {
  it('is waited for by what watches, which tells at once, and fails what somebody waits for', () => {
    const clock = createVirtualClock()
    const sandbox = createSandbox({ profile: documentedProfile, seed: 1, clock, transactions: 3 })
    let isDown = true
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const http: Http = (request) => (isDown ? throwError(() => toClientError(refused, request)) : sandbox.http(request))
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      http,
      clock,
      random: () => 0.5,
    })
    const user = client.user({ externalUserId: 'A6J' })
    const reported: Array<unknown> = []
    const events: Array<unknown> = []
    client.events$.subscribe((event) => events.push(event))

    const watch = user.transactions.watchUpdated({ every: 60_000 }).subscribe({
      next: ({ resources }) => reported.push(resources.length),
      error: (error: unknown) => reported.push(error),
    })
    expect(events).toMatchObject([
      { _tag: 'WatcherStarted' },
      { _tag: 'Requested', operation: 'authenticate' },
      { _tag: 'TokenFailed', error: { _tag: 'NetworkError', code: some('ECONNREFUSED') } },
    ])

    const failures: Array<unknown> = []
    const ask = () => user.accounts.all().subscribe({ error: (error: unknown) => failures.push(error) })
    ask()
    clock.advance(2000)
    expect(failures).toMatchObject([{ _tag: 'NetworkError', operation: 'authenticate' }])

    clock.advance(120_000)
    expect(reported).toStrictEqual([])
    isDown = false
    clock.advance(120_000)
    expect(reported[0]).toBe(3)

    isDown = true
    user.invalidate()
    ask()
    clock.advance(29_999)
    expect(failures).toHaveLength(1)
    clock.advance(1)
    expect(failures[1]).toMatchObject({ _tag: 'TokenUnavailable' })
    watch.unsubscribe()
  })
})
