import { catchError, ignoreElements, lastValueFrom, of } from 'rxjs'
import {
  createClient,
  createVirtualClock,
  type Http,
  type HttpRequest,
  type HttpResponse,
  isTransient,
} from '../../lib/index.js'
import { createSandbox, type SandboxUser } from '../../lib/sandbox.js'
import { profilesUnderTest, type ProfileUnderTest, rowsOf } from '../helpers/profiles.js'
import { foreignResponses } from '../helpers/responses.js'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A client whose requests are answered by something else than the service, where `isMet` says so. */
const setUp = (
  { config, identityOf, sandbox: played }: ProfileUnderTest,
  response: HttpResponse,
  isMet: (request: HttpRequest, now: number) => boolean,
) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const sandbox = createSandbox({ clock, transactions: 3, ...played })
  let met = 0
  const http: Http = (request) => {
    if (!isMet(request, clock.monotonic())) return sandbox.http(request)
    met++
    return of(response)
  }
  const client = createClient({ ...config, ...sandbox.credentials, http, clock, random: () => 0.5 })
  const errors: Array<string> = []
  client.events$.subscribe((event) => {
    if ('error' in event && event._tag !== 'WatcherEnded') errors.push(event._tag)
  })
  return {
    clock,
    sandbox,
    client,
    user: client.user(identityOf(sandbox.users[0] as SandboxUser)),
    errors,
    met: () => met,
  }
}

const isAuthentication = ({ operation }: HttpRequest): boolean => operation === 'authenticate'

/** How an answer is read does not depend on the profile: that of today stands for all. */
const [bridge2025] = profilesUnderTest.filter(({ isV3 }) => isV3) as [ProfileUnderTest]

describe('an answer that is not the service’s', () => {
  it.each(foreignResponses)('$what ends no watcher, whatever it stands in for, and is told', ({ response }) => {
    // At the start, in a round, and when the token is renewed.
    const bursts = [0, 20 * minute, 2 * hour - 6 * minute]
    const isIn = (now: number): boolean => bursts.some((from) => now >= from && now < from + minute)
    const { clock, user, errors, met } = setUp(bridge2025, response, (_, now) => isIn(now))
    const ends: Array<unknown> = []
    const end = { error: (error: unknown) => ends.push(error), complete: () => ends.push('complete') }
    let rows = 0
    user.transactions
      .watchUpdated({ every: 5 * minute })
      .subscribe({ next: ({ resources }) => (rows += resources.length), ...end })
    user.items.watchUpdated({ every: 10 * minute }).subscribe(end)
    user.token$.subscribe(end)
    clock.advance(2.5 * hour)
    expect([ends, rows]).toEqual([[], 3])
    expect(met()).toBeGreaterThan(3)
    expect(errors).toEqual(expect.arrayContaining(['Polled', 'TokenFailed']))
  })

  it.each(foreignResponses)('$what is mended by a retry of a request, also at authenticate', async ({ response }) => {
    for (const meets of [isAuthentication, (request: HttpRequest) => !isAuthentication(request)]) {
      let left = 1
      const { clock, user } = setUp(bridge2025, response, (request) => meets(request) && left-- > 0)
      const read = lastValueFrom(user.accounts.all())
      clock.advance(10 * second)
      await expect(read).resolves.toBeDefined()
    }
  })

  it.each(foreignResponses)(
    '$what for ever is the error of a request, transient, after its retries',
    ({ response }) => {
      const { clock, user, met } = setUp(bridge2025, response, (request) => !isAuthentication(request))
      const errors: Array<unknown> = []
      user.accounts.pages().subscribe({ error: (error: unknown) => errors.push(error) })
      clock.advance(minute)
      expect(met()).toBe(5)
      expect(errors.map((error) => [(error as Error).name, isTransient(error)])).toEqual([
        [expect.stringMatching(/^(StatusError|DecodeError)$/), true],
      ])
    },
  )

  it.each(foreignResponses)('$what for a later page is no dead cursor: the page is asked for again', ({ response }) => {
    let left = 2
    const isSecond = ({ page }: HttpRequest): boolean => page._tag === 'Some' && page.value === 2
    const { clock, user, sandbox } = setUp(bridge2025, response, (request) => isSecond(request) && left-- > 0)
    const batches: Array<number> = []
    user.transactions.sync({ limit: 2 }).subscribe(({ resources }) => batches.push(resources.length))
    clock.advance(minute)
    expect(batches).toEqual([2, 1])
    expect(sandbox.journal.entries().filter(({ route }) => route !== 'authenticate')).toHaveLength(2)
  })

  it('a POST is not sent again', () => {
    const [withRefreshes] = profilesUnderTest.filter(({ profile }) => profile.paths.refresh !== null)
    const [answer] = foreignResponses
    const { clock, user, met } = setUp(
      withRefreshes ?? bridge2025,
      answer?.response as HttpResponse,
      (request) => request.method !== 'GET' && !isAuthentication(request),
    )
    const [item] = rowsOf(user.items.all())
    const outcomes: Array<string> = []
    user.items
      .refresh(item?.id ?? 0)
      .pipe(
        ignoreElements(),
        catchError((error: unknown) => of((error as Error).name)),
      )
      .subscribe((name) => outcomes.push(name))
    clock.advance(minute)
    expect([met(), outcomes.length]).toEqual([1, 1])
  })
})
