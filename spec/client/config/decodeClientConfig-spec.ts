import { inspect } from 'node:util'
import { isSome, none } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { EMPTY, NEVER, of } from 'rxjs'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { systemRandom } from '../../../lib/base/platform/random.js'
import { Redacted, reveal } from '../../../lib/base/Redacted.js'
import type { ClientConfig } from '../../../lib/client/config/ClientConfig.js'
import { decodeClientConfig } from '../../../lib/client/config/decodeClientConfig.js'
import { memoryPermits } from '../../../lib/server/stores/memoryPermits.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { commonLimitHeaders } from '../../../lib/service/profile/limitHeaders.js'

const least = { profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'id' }

/** The settings without the one policy that is made anew each time. */
const shown = (config: unknown) => {
  const { access, ...rest } = decodeClientConfig(config)
  return { ...rest, access: { ...access, policy: undefined } }
}

/** The error that a configuration is refused with. */
const refusal = (config: unknown): ConfigError => {
  try {
    decodeClientConfig(config)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('not refused')
}

const baseUrlExpected =
  'an https URL (http only to this machine) without credentials, query, fragment or /v2, which the paths add'
const profileExpected =
  'a service profile: bridge2025, bridge2021 or bridge2018 of rxbank/bridge, documentedProfile, or your own'
const secretExpected = 'printable characters without spaces'

const clockLike = 'a clock, with wall, monotonic and scheduler; wakeUp$, if any, an Observable'

describe('settings', () => {
  it('fills in every default', () => {
    expect(shown(least)).toStrictEqual({
      access: { isGateway: false, headers: { 'Service-Version': '2021-06-01' }, query: {}, policy: undefined },
      baseUrl: { origin: 'https://bank.example', prefix: '', roots: ['/v2'] },
      clientId: 'id',
      clientSecret: none,
      version: { date: '2021-06-01', apiVersion: '2021-06-01' },
      sunset: undefined,
      profile: documentedProfile,
      environment: 'production',
      requestIdHeader: undefined,
      responseHeaders: [],
      retry: { count: 4, minDelay: 250, maxDelay: 30_000 },
      limitHeaders: commonLimitHeaders,
      limits: {},
      permits: undefined,
      maxWaiting: 10_000,
      timeout: 30_000,
      maxBodySize: 16 * 1024 * 1024,
      http: none,
      clock: systemClock,
      random: systemRandom,
      keepAlive: false,
      tokenStore: undefined,
      active$: EMPTY,
      policy: t.identity,
      attemptPolicy: t.identity,
    })
  })

  it('keeps what is given', () => {
    const tokenStore = { take: () => NEVER, save: () => NEVER, forget: () => NEVER }
    const given: Required<ClientConfig> = {
      ...least,
      clientSecret: 's3cr3t',
      serviceVersion: '2018-07-01',
      profile: { ...documentedProfile, name: 'mine' },
      environment: 'sandbox',
      retry: { count: 0, minDelay: 1, maxDelay: 2 },
      limits: { user: { requests: 60, per: 60_000 } },
      permits: memoryPermits({ requests: 60, per: 60_000 }),
      maxWaiting: 3,
      timeout: 5,
      maxBodySize: 6,
      codecs: { stock: t.UnknownRecord },
      http: () => NEVER,
      clock: createVirtualClock(),
      random: () => 0,
      policy: (next) => next,
      attemptPolicy: (next) => next,
      requestIdHeader: 'X-Request-Id',
      responseHeaders: ['X-Correlation-Id'],
      keepAlive: true,
      active$: of(true),
      tokenStore,
    }
    const { profile, clientSecret, http, ...rest } = decodeClientConfig(given)
    expect([profile.name, profile.codecs.stock, profile.codecs.bank]).toEqual([
      'mine',
      t.UnknownRecord,
      documentedProfile.codecs.bank,
    ])
    expect(isSome(clientSecret) && clientSecret.value instanceof Redacted && reveal(clientSecret.value)).toBe('s3cr3t')
    expect(http).toEqual({ _tag: 'Some', value: given.http })
    const { environment, retry, limits, permits, maxWaiting, timeout, maxBodySize, clock, random, keepAlive, active$ } =
      given
    expect([rest.requestIdHeader, rest.responseHeaders]).toEqual(['X-Request-Id', ['X-Correlation-Id']])
    expect(rest.tokenStore).toBe(tokenStore)
    expect(rest).toMatchObject({
      environment,
      retry,
      limits,
      permits,
      maxWaiting,
      timeout,
      maxBodySize,
      keepAlive,
      active$,
    })
    expect(rest.version).toEqual({ date: '2018-07-01', apiVersion: '2018-06-15' })
    const functions = [rest.clock, rest.random, rest.policy, rest.attemptPolicy]
    expect(functions).toEqual([clock, random, given.policy, given.attemptPolicy])
  })

  it('asks the profile what a version before the first with a date means', () => {
    const profile = { ...documentedProfile, undatedApiVersion: 'beta 2' } as const
    expect(decodeClientConfig({ ...least, profile, serviceVersion: '2015-01-01' }).version.apiVersion).toBe('beta 2')
  })

  it('fills in what is left out of retry, and takes undefined for left out', () => {
    expect(decodeClientConfig({ ...least, retry: { count: 0 } }).retry).toEqual({
      count: 0,
      minDelay: 250,
      maxDelay: 30_000,
    })
    expect(shown({ ...least, timeout: undefined, retry: { count: undefined } })).toEqual(shown(least))
  })

  it.each<readonly [path: string, wrong: object, expected: string]>([
    ['/profile', { profile: undefined }, `${profileExpected} (missing)`],
    ['/baseUrl', { baseUrl: undefined }, `${baseUrlExpected} (missing)`],
    ['/clientId', { clientId: undefined }, `${secretExpected} (missing)`],
    ['/clientId', { clientId: '' }, secretExpected],
    ['/clientId', { clientId: 'a\r\nX-Evil: 1' }, secretExpected],
    ['/clientSecret', { clientSecret: 'with space' }, `${secretExpected}, or a function that returns them`],
    ['/clientSecret', { clientSecret: 7 }, `${secretExpected}, or a function that returns them`],
    ['/serviceVersion', { serviceVersion: '2021-6-1' }, 'date (YYYY-MM-DD)'],
    ['/serviceVersion', { serviceVersion: '2021-02-30' }, 'date (YYYY-MM-DD)'],
    ['/profile', { profile: 'default' }, profileExpected],
    ['/environment', { environment: 'prod' }, "'production' or 'sandbox'"],
    ['/retry', { retry: 4 }, 'an object with count, minDelay and maxDelay'],
    ['/retry/count', { retry: { count: -1 } }, 'a whole number, 0 to 100 (is -1)'],
    ['/retry/count', { retry: { count: Infinity } }, 'a whole number, 0 to 100 (is Infinity)'],
    ['/retry/minDelay', { retry: { minDelay: NaN } }, 'milliseconds, 0 or more (is NaN)'],
    ['/retry/maxDelay', { retry: { maxDelay: '30s' } }, 'milliseconds, 0 or more'],
    ['/limits', { limits: 60 }, 'an object with application, user or authenticate'],
    ['/limits/user', { limits: { user: 60 } }, 'an object with requests and per'],
    ['/limits/user/per', { limits: { user: { requests: 60 } } }, 'milliseconds, 1 or more (missing)'],
    ['/limits/user/requests', { limits: { user: { requests: 0, per: 1 } } }, 'a whole number, 1 or more (is 0)'],
    [
      '/limits/aplication',
      { limits: { aplication: { requests: 1, per: 1 } } },
      'no such option; did you mean application?',
    ],
    ['/maxWaiting', { maxWaiting: -1 }, 'a whole number, 0 or more (is -1)'],
    ['/timeout', { timeout: 0 }, 'milliseconds, 1 or more (is 0)'],
    ['/timeout', { timeout: Infinity }, 'milliseconds, 1 or more (is Infinity)'],
    ['/maxBodySize', { maxBodySize: 1.5 }, 'a whole number, 1 or more (is 1.5)'],
    ['/codecs/stock', { codecs: { stock: {} } }, 'an io-ts codec'],
    ['/http', { http: 'fetch' }, 'a transport, a function from a request to an Observable'],
    ['/clock', { clock: Date }, clockLike],
    ['/clock', { clock: { wall: Date.now, monotonic: Date.now } }, clockLike],
    ['/clock', { clock: { ...systemClock, wakeUp$: 5 } }, clockLike],
    ['/clock', { clock: { ...systemClock, wakeUp$: null } }, clockLike],
    ['/random', { random: 0.5 }, 'a function to a number from 0 to 1'],
    ['/keepAlive', { keepAlive: 'yes' }, 'boolean'],
    [
      '/tokenStore',
      { tokenStore: { take: () => NEVER, save: () => NEVER } },
      'a token store, with take, save and forget',
    ],
    ['/requestIdHeader', { requestIdHeader: 'Client-Secret' }, 'a header name, not one for credentials'],
    [
      '/responseHeaders',
      { responseHeaders: ['Set-Cookie'] },
      'at most 16 names of headers; none of credentials, links or content',
    ],
    ['/active$', { active$: true }, 'an Observable of booleans'],
  ])('names %s, and what it expects there: %p', (path, wrong, expected) => {
    expect(refusal({ ...least, ...wrong }).issues).toEqual([{ path, expected }])
  })

  it('names all that is wrong in one error', () => {
    const error = refusal({ baseUrl: 'ftp://bank.example', timeout: -1, retry: { count: 'x' }, clientid: 'id' })
    expect(error.issues.map(({ path }) => path)).toEqual([
      '/profile',
      '/baseUrl',
      '/clientId',
      '/retry/count',
      '/timeout',
      '/clientid',
    ])
    expect(error.message).toBe(
      `wrong configuration: profile: expected ${profileExpected} (missing); baseUrl: expected ${baseUrlExpected}; this is of another scheme; clientId: expected ${secretExpected} (missing); ` +
        'retry/count: expected a whole number, 0 to 100; timeout: expected milliseconds, 1 or more (is -1); ' +
        'clientid: expected no such option; did you mean clientId?',
    )
  })

  it.each([
    ['baseURL', 'baseUrl'],
    ['clientsecret', 'clientSecret'],
    ['timeOut', 'timeout'],
    ['maxBodysize', 'maxBodySize'],
    ['retries', 'retry'],
    ['apiKey', 'clientId'],
    ['url', 'baseUrl'],
    ['interval', undefined],
    ['max', undefined],
  ])('knows no option %s', (key, meant) => {
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`
    expect(refusal({ ...least, [key]: 1 }).issues).toEqual([{ path: `/${key}`, expected: `no such option${hint}` }])
  })

  it.each([undefined, null, 'https://bank.example', 7, []])('says what it wants instead of %p', (config) => {
    expect(refusal(config).message).toBe(
      'wrong configuration: config: expected an object with profile, clientId and baseUrl' +
        (config === undefined ? ' (missing)' : ''),
    )
  })

  it('shows no value in an error, for it may be a secret in the wrong place', () => {
    const error = refusal({
      ...least,
      baseUrl: 's3cr3t-canary',
      clientSecret: 's3cr3t canary',
      canary: 's3cr3t-canary',
    })
    expect(inspect(error, { depth: 12, showHidden: true }) + JSON.stringify(error)).not.toMatch(/s3cr3t/)
  })

  it('shows no secret of its own, however it is printed', () => {
    const made = decodeClientConfig({ ...least, clientSecret: 's3cr3t-canary' })
    const shown = [inspect(made, { depth: 12, showHidden: true }), JSON.stringify(made)]
    expect(shown.join('\n')).not.toContain('s3cr3t-canary')
  })
})

describe('settings: baseUrl', () => {
  it.each([
    ['https://BANK.example/tenant-a', 'https://bank.example', '/tenant-a'],
    ['http://127.0.0.1:3000/x', 'http://127.0.0.1:3000', '/x'],
  ])('takes %s', (baseUrl, origin, prefix) => {
    expect(decodeClientConfig({ ...least, baseUrl }).baseUrl).toEqual({ origin, prefix, roots: ['/v2'] })
  })

  const another = 'is http to another machine'
  it.each([
    ['', ' is no absolute URL'],
    ['http://bank.example', ` ${another}`],
    ['ftp://bank.example', ' is of another scheme'],
    ['https://user:password@bank.example', ' has credentials'],
    ['https://bank.example?tenant=a', ' has a query'],
    ['https://bank.example/#a', ' has a fragment'],
    ['https://bank.example/\n', ' has spaces, line breaks or backslashes'],
    ['https:bank.example', ' does not have two slashes after the scheme'],
    ['https://bank.example/v2', ' ends in /v2'],
    ['http://a:b@bank.example', ` ${another}, and has credentials`],
    [new URL('https://bank.example'), ' is no absolute URL'],
  ])('refuses %p, and says why: it%s', (baseUrl, fault) => {
    expect(refusal({ ...least, baseUrl }).issues).toEqual([
      { path: '/baseUrl', expected: `${baseUrlExpected}; this${fault}` },
    ])
  })

  it('suggests the options in options', () => {
    const limits = { app: { requests: 1, per: 1 }, user: { requests: 1, window: 1 } }
    const { message } = refusal({ ...least, limits, retry: { max: 3 } })
    for (const hint of [
      'limits/app: expected no such option; did you mean application?',
      'limits/user/window: expected no such option; did you mean per?',
      'retry/max: expected no such option; did you mean count?',
    ])
      expect(message).toContain(hint)
  })
})

describe('settings in a browser', () => {
  const inBrowser = <A>(act: () => A): A => {
    Object.defineProperty(globalThis, 'document', { value: {}, configurable: true })
    try {
      return act()
    } finally {
      Reflect.deleteProperty(globalThis, 'document')
    }
  }

  const expected =
    'no secret in a browser, where everyone can read it: keep it on your server, and use createGatewayClient'

  it('refuse a secret, and say why and what to do instead', () => {
    const error = inBrowser(() => refusal({ ...least, clientSecret: 's3cr3t' }))
    expect(error.issues).toEqual([{ path: '/clientSecret', expected }])
    expect(inspect(error)).not.toContain('s3cr3t')
  })

  it('name it together with all else that is wrong', () => {
    const error = inBrowser(() => refusal({ ...least, clientSecret: 's3cr3t', timeout: -1 }))
    expect(error.issues.map(({ path }) => path)).toEqual(['/timeout', '/clientSecret'])
  })

  it('do without one', () => {
    expect(inBrowser(() => decodeClientConfig(least)).clientSecret).toBe(none)
  })

  it('have no gateway: its client is made by another function', () => {
    const expected = 'no value: createGatewayClient creates the client of a gateway'
    expect(refusal({ ...least, gateway: '/api/bank' }).issues).toEqual([{ path: '/gateway', expected }])
    expect(shown({ ...least, gateway: undefined })).toStrictEqual(shown(least))
  })
})
