import { some } from 'fp-ts/lib/Option.js'
import { catchError, defer, finalize, of, throwError } from 'rxjs'
import { listen } from '#listen'
import type { Clock } from '../../base/clock/Clock.js'
import { integer } from '../../base/codec/numbers.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { NetworkError } from '../../base/error/NetworkError.js'
import { reveal } from '../../base/Redacted.js'
import type { Http } from '../../http/Http.js'
import { type HttpRequest, wireHeaders, wireUrl } from '../../http/HttpRequest.js'
import { registerSandbox } from '../../http/sandboxSecret.js'
import { createControls } from './controls.js'
import { bytesBefore, ConnectionLost, type Cut, type Delivery, fullBody } from './Delivery.js'
import { createExchange, type Exchange } from './exchange.js'
import type { Fault } from './Fault.js'
import { createFaults } from './faults.js'
import { createJournal } from './journal.js'
import { createHostedPages } from './pages/hostedPages.js'
import type { Sandbox, SandboxConfig, SandboxUser } from './Sandbox.js'
import { sandboxConfig } from './sandboxConfig.js'
import type { UserState } from './sandboxUsers.js'
import { draw } from './seededRandom.js'
import { createState } from './State.js'
import { toFetch } from './toFetch.js'
import { createWebhookFormat } from './webhookFormats.js'
import { createWebhookSender } from './webhookSender.js'
import { type ReadTarget, targetReader } from './WireRequest.js'

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const result: Record<string, string> = {}
  for (const name in headers) result[name.toLowerCase()] = headers[name] ?? ''
  return result
}

const connectionLost = ({ operation, page, url }: HttpRequest): NetworkError =>
  new NetworkError({ operation, page, origin: URL.canParse(url) ? new URL(url).origin : '', code: some('ECONNRESET') })

const isTooLarge = ({ answer, bomb }: Delivery, limit: number): boolean => {
  if (bomb !== undefined) return bomb.bytes > limit
  return answer.body.length * 3 > limit && new TextEncoder().encode(answer.body).length > limit
}

const textBefore = (cut: Cut, delivery: Delivery): string => new TextDecoder().decode(bytesBefore(cut, delivery))

/** The sandbox as a transport for clients in the same process; it answers synchronously unless a fault delays it. */
const toHttp =
  (exchange: Exchange, read: ReadTarget): Http =>
  (request) => {
    const { operation, page } = request
    const wire = {
      method: request.method,
      ...read(wireUrl(request)),
      headers: lowerCase(wireHeaders(request)),
      body: request.body._tag === 'Some' ? reveal(request.body.value) : '',
    }
    return exchange(wire, (delivery) => {
      const { cut } = delivery
      if (cut && (cut.isLengthDeclared || cut.isReset)) return throwError(() => new ConnectionLost())
      if (isTooLarge(delivery, request.maxBodySize)) {
        return throwError(() => new DecodeError({ operation, page, reason: 'too-large' }))
      }
      const { status, headers } = delivery.answer
      return of({ status, headers, body: cut ? textBefore(cut, delivery) : fullBody(delivery) })
    }).pipe(
      catchError((error: unknown) =>
        throwError(() => (error instanceof ConnectionLost ? connectionLost(request) : error)),
      ),
    )
  }

/** The sandbox's time: the time of its clock, plus the total of all `advance` calls. */
interface SandboxTime {
  readonly now: () => number
  readonly advance: (ms: number) => void
}

const isVirtual = (clock: Clock): clock is Clock & { readonly advance: (ms: number) => void } =>
  'advance' in clock && typeof clock.advance === 'function'

/**
 * Creates the sandbox's time, in whole milliseconds. If the clock has an `advance`, that method moves the time.
 */
const sandboxTime = (clock: Clock): SandboxTime => {
  let ahead = 0
  return {
    now: () => Math.floor(clock.wall() + ahead),
    advance: (ms) => {
      if (!(ms >= 0 && ms < Infinity))
        throw new RangeError('sandbox.advance: expected a number of milliseconds, 0 or more')
      if (isVirtual(clock)) clock.advance(ms)
      else ahead += ms
    },
  }
}

const port = integer(0, 65_535)

/** Returns the number of a port; throws a `ConfigError` for any other value, such as `{ port }`. */
export const readPort = (u: unknown): number => {
  if (port.is(u)) return u
  throw wrongOption('/port', 'a number from 0 to 65535, as in sandbox.listen(3210), or nothing')
}

const maxShown = 5

const describe = ({ kind, on }: Fault): string => {
  if (on === undefined) return kind
  return `${kind} on ${typeof on === 'function' ? 'a predicate' : String(on)}`
}

/** Prints one line on the console about faults that have had no effect, if there are any. */
const printUnusedFaults = (unused: ReadonlyArray<Fault>): void => {
  if (unused.length === 0) return
  const more = unused.length > maxShown ? ` and ${String(unused.length - maxShown)} more` : ''
  const which = unused.slice(0, maxShown).map(describe).join(', ')
  console.warn(`rxbank/sandbox: faults that applied to no request: ${which}${more}`)
}

const day = 24 * 60 * 60 * 1000

const createUserView = (user: UserState): SandboxUser => ({
  uuid: user.uuid,
  externalUserId: user.externalUserId ?? '',
  email: user.email ?? '',
  get password() {
    return user.password ?? ''
  },
  get itemIds() {
    return user.items.map(({ id }) => id)
  },
  get accountIds() {
    return user.items.flatMap(({ accounts }) => accounts.map(({ id }) => id))
  },
  get stockIds() {
    return user.portfolio.ids
  },
})

const views = new WeakMap<UserState, SandboxUser>()

/** The public view of a user. The same user has the same object each time. */
const userView = (user: UserState): SandboxUser => {
  const view = views.get(user) ?? createUserView(user)
  views.set(user, view)
  return view
}

/**
 * Creates a mock server of the API, in this process or on a port. It has the API's operations, headers, limits and cursors,
 * generated data, a journal of the requests, and faults on demand.
 *
 * This takes milliseconds, because rows are generated on demand. The same seed, with the same start of the clock, gives
 * the same bytes. Throws a `ConfigError` for an invalid configuration.
 *
 * It answers like the API version that a request's version header names, from beta 2 on. With the profile of a
 * deployment it has the paths, methods, credentials and rows of that deployment.
 *
 * Where the documentation is ambiguous, the sandbox behaves like the deployments, or as follows. A list of updated resources
 * includes changes at `since` itself, and begins with the last change. A change of password answers 204, or 403
 * if the current password is wrong. The sandbox checks a request in this order: path 404, method 405, version header 400,
 * operation that the API version lacks 404, secret in the URL 400, application 401, user 401, body 415, 422 and 400, secret
 * in the body.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const sandbox = createSandbox({ profile: bridge2025, banks: 120 })
 * const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http })
 * const sizes: Array<number> = []
 * client.banks.pages({ limit: 50 }).subscribe(({ resources }) => sizes.push(resources.length))
 * assert.deepStrictEqual(sizes, [50, 50, 20])
 */
export const createSandbox = (config: SandboxConfig): Sandbox => {
  const settings = sandboxConfig(config)
  const { seed, clock, dialect, customApiVersion, credentials, banks, transactions, stocks, newItemTransactions } =
    settings
  const { now, advance } = sandboxTime(clock)
  const createdMs = now()
  const sandboxStartMs = Math.floor(createdMs / day) * day
  const { pendingCount, precision } = dialect
  const sizes = { banks, transactions, stocks, newItemTransactions }
  const world = {
    seed: draw(0x5eed, seed),
    sandboxStartMs,
    createdMs,
    now,
    ...sizes,
    pending: pendingCount,
    precision,
    ...customApiVersion?.world,
  }
  const state = createState({ ...settings, world })
  const { journal, open } = createJournal(now)
  const faults = createFaults(world.seed, now)
  const { changes$, users } = state
  const format = customApiVersion?.createWebhookFormat(world) ?? createWebhookFormat(settings.profile, world)
  const webhooks = createWebhookSender(settings.webhooks, { clock, changes$, world, users: users.all, format })
  const exchangeWithService = createExchange({ state, customApiVersion, clock, faults, open })
  const pages = createHostedPages(state)
  /** The pages are not part of the API: they have no journal, faults or limits. */
  const exchange: Exchange = (request, deliver) =>
    defer(() => {
      const answer = pages(request)
      return answer === undefined ? exchangeWithService(request, deliver) : deliver({ answer })
    })
  const read = targetReader(settings.profile.roots)
  const printUnused = (): void => {
    printUnusedFaults(faults.unused())
  }
  return {
    credentials,
    get users() {
      return state.users.all().map(userView)
    },
    http: registerSandbox(toHttp(exchange, read), credentials.clientSecret),
    fetch: toFetch(exchange, read),
    listen: (port = 0) => defer(() => listen(exchange, read, readPort(port)).pipe(finalize(printUnused))),
    close: () => {
      printUnused()
      faults.clear()
    },
    journal,
    webhooks: webhooks.journal,
    faults: { add: faults.add, clear: faults.clear, unused: faults.unused },
    now,
    advance: (ms) => {
      advance(ms)
      webhooks.reschedule()
    },
    sendTestWebhook: webhooks.test,
    ...createControls(state),
  }
}
