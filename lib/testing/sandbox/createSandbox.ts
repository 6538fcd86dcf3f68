import { defer, finalize } from 'rxjs'
import { listen } from '#listen'
import { registerSandbox } from '../../http/sandboxSecret.js'
import { createControls } from './controls.js'
import { createExchange, type Exchange } from './exchange.js'
import { createFaults } from './faults.js'
import { createJournal } from './journal.js'
import { createHostedPages } from './pages/hostedPages.js'
import { printUnusedFaults } from './printUnusedFaults.js'
import { readPort } from './readPort.js'
import type { Sandbox, SandboxConfig, SandboxUser } from './Sandbox.js'
import { sandboxConfig } from './sandboxConfig.js'
import { sandboxTime } from './sandboxTime.js'
import type { UserState } from './sandboxUsers.js'
import { draw } from './seededRandom.js'
import { createState } from './State.js'
import { toFetch } from './toFetch.js'
import { toHttp } from './toHttp.js'
import { createWebhookFormat } from './webhookFormats.js'
import { createWebhookSender } from './webhookSender.js'
import { targetReader } from './WireRequest.js'

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
  const sandboxStartMs = Math.floor(now() / day) * day
  const { pendingCount, precision } = dialect
  const sizes = { banks, transactions, stocks, newItemTransactions }
  const world = {
    seed: draw(0x5eed, seed),
    sandboxStartMs,
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
