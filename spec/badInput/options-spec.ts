import { inspect } from 'node:util'
import fc from 'fast-check'
import { EMPTY, type Observable, of, take } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import {
  type ClientConfig,
  type ClientError,
  createClient,
  documentedProfile,
  type Http,
  isClientError,
} from '../../lib/index.js'
import { parseBankFormCallback } from '../../lib/service/api/bankForm.js'
import { character } from '../helpers/text.js'
import { brittle, canary, objectsOf, strange } from './values.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const token = { access_token: 'T1', expires_at: '2099-01-01T00:00:00.000Z', user: { uuid } }

/** Answers everything at once, with what fits most. */
const http: Http = ({ url }) => {
  const answer = { resources: [], status: 'finished', id: 1, redirect_url: 'https://bank.example/form' }
  const body = JSON.stringify(url.includes('/authenticate') ? token : answer)
  return of({ status: 200, headers: {}, body })
}

const valid = { profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'id', clientSecret: canary }

const user = () =>
  createClient({
    ...valid,
    http,
    clock: createVirtualClock(),
    environment: 'sandbox',
  }).user({ externalUserId: 'A6J' })

const application = () => createClient({ ...valid, http, clock: createVirtualClock() })

type Act = (given: never) => Observable<unknown>

/** Every call of a client, by the options or the argument that it takes. */
const calls: Readonly<Record<string, Act>> = {
  'banks.pages': (given) => application().banks.pages(given),
  'banks.all': (given) => application().banks.all(given),
  'categories.pages': (given) => application().categories.pages(given),
  'categories.navigate': (given) => application().categories.navigate(EMPTY, given),
  'users.items': (given) => application().users.items(given).pages(),
  'client.send': (given) => application().send(given),
  'client.pages': (given) => application().pages(given),
  'accounts.pages': (given) => user().accounts.pages(given),
  'accounts.navigate': (given) => user().accounts.navigate(EMPTY, given),
  'items.refreshStatus': (given) => user().items.refreshStatus(1, given),
  'items.refreshStatus of': (given) => user().items.refreshStatus(given),
  'items.watchRefresh': (given) => user().items.watchRefresh(1, given),
  'items.watchRefresh of': (given) => user().items.watchRefresh(given),
  'stocks.get': (given) => user().stocks.get(1, given),
  'stocks.get of': (given) => user().stocks.get(given),
  'stocks.updated': (given) => user().stocks.updated(given).pages(),
  'stocks.watchUpdated': (given) => user().stocks.watchUpdated(given),
  changePassword: (given) => user().changePassword(given),
  'bankForm.url': (given) => user().bankForm.url(given),
  send: (given) => user().send(given),
  poll: (given) => user().poll(given),
  changes: (given) => user().changes(given),
}

const shown = (error: unknown): string => inspect(error, { depth: 8, showHidden: true }) + JSON.stringify(error)

const expectClientError = (error: unknown): ClientError => {
  if (!isClientError(error)) throw new Error('not a client error', { cause: error })
  expect(shown(error)).not.toContain(canary)
  expect(error.message.length).toBeLessThan(5000)
  return error
}

/** A value, an end or a client error, at once: all is synchronous here. */
const run = (call: Act, given: unknown): void => {
  const reported: Array<unknown> = []
  try {
    call(given as never)
      .pipe(take(1))
      .subscribe({ error: (error: unknown) => reported.push({ error }), complete: () => reported.push('end') })
  } catch (error) {
    expect(expectClientError(error)._tag).toBe('ConfigError')
    return
  }
  expect(reported).toHaveLength(1)
  const [end] = reported as ReadonlyArray<{ readonly error: unknown } | 'end'>
  if (end !== 'end') expectClientError(end?.error)
}

const names = [
  ...['timeout', 'headers', 'limit', 'maxPages', 'prefetch', 'pace', 'language', 'every', 'until', 'deadline', 'since'],
  ...['overlap', 'trigger$', 'process', 'store', 'key', 'onInvalidRow', 'redirectUrl', 'itemId', 'current', 'next'],
  ...['operation', 'method', 'path', 'access', 'query', 'body', 'idempotent', 'codec', 'resource'],
]

describe.each(Object.entries(calls))('%s', (_, call) => {
  it('takes any options, or says in a ConfigError what is wrong with them', () => {
    fc.assert(
      fc.property(fc.oneof(objectsOf(names, strange), strange), (given) => run(call, given)),
      { numRuns: 40 },
    )
  })

  it.each(brittle)('is not shaken by %s', (_name, value) => {
    run(call, value)
    for (const name of names) run(call, { [name]: value })
  })
})

describe('createClient', () => {
  const configNames = [
    ...['baseUrl', 'clientId', 'clientSecret', 'serviceVersion', 'profile', 'environment', 'retry', 'timeout'],
    ...['maxBodySize', 'codecs', 'http', 'clock', 'random', 'keepAlive', 'tokenStore'],
  ] as const

  const attempt = (config: unknown): ClientError | undefined => {
    try {
      createClient(config as ClientConfig)
      return undefined
    } catch (error) {
      return expectClientError(error)
    }
  }

  it('makes a client of any config, or names each wrong field in one ConfigError', () => {
    fc.assert(
      fc.property(fc.oneof(objectsOf(configNames, strange), strange), (config) => {
        expect(['ConfigError', undefined]).toContain(attempt(config)?._tag)
      }),
      { numRuns: 500 },
    )
  })

  it('names every wrong field, and those alone', () => {
    const wrong = fc.subarray([...configNames], { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(
        wrong,
        fc.constantFrom<unknown>(canary.concat(' '), -1, [canary], Symbol(canary), 1n),
        (fields, value) => {
          const error = attempt({ ...valid, ...Object.fromEntries(fields.map((name) => [name, value])) })
          expect(
            error?._tag === 'ConfigError' && error.issues.map(({ path }) => path.split('/')[1]).sort(),
          ).toStrictEqual([...fields].sort())
        },
      ),
    )
  })

  it.each(brittle)('is not shaken by %s', (_, value) => {
    attempt(value)
    for (const name of configNames)
      expect(attempt({ ...valid, [name]: value })?._tag ?? 'ConfigError').toBe('ConfigError')
  })

  it('reads no more than ten unknown options, for no more are told', () => {
    let read = 0
    const get = () => read++
    const many = Array.from({ length: 1000 }, (_, n) => [`key${String(n)}`, { get, enumerable: true }] as const)
    const error = attempt(Object.defineProperties({ ...valid }, Object.fromEntries(many)))
    expect([error?._tag === 'ConfigError' && error.issues.length, read]).toStrictEqual([10, 10])
  })

  it('names the first of many wrong values in one option', () => {
    const terminalStatuses = Array.from({ length: 200_000 }, () => 1)
    const error = attempt({ ...valid, profile: { ...documentedProfile, terminalStatuses } })
    expect(error).toMatchObject({ issues: { 0: { path: '/profile/terminalStatuses/0' }, length: 10 } })
  })

  it('takes no option from a prototype, and pollutes none', () => {
    const polluting = JSON.parse(
      `{"__proto__":{"timeout":1},"baseUrl":"https://bank.example","clientId":"id"}`,
    ) as object
    expect(
      attempt(Object.defineProperty(polluting, 'profile', { value: documentedProfile, enumerable: true })),
    ).toMatchObject({ issues: [{ path: '/__proto__' }] })
    expect(Object.hasOwn(Object.prototype, 'timeout')).toBe(false)
  })
})

describe('client.user', () => {
  it('is a user for any identity, or a ConfigError', () => {
    const identities = objectsOf(['userUuid', 'externalUserId', 'email', 'password', 'token$'], strange)
    const client = application()
    const take1 = (given: unknown) => {
      try {
        client.user(given as never)
      } catch (error) {
        expect(expectClientError(error)._tag).toBe('ConfigError')
      }
    }
    fc.assert(fc.property(fc.oneof(identities, strange), take1), { numRuns: 500 })
    for (const [, value] of brittle) [value, { userUuid: value }, { token$: value }].forEach(take1)
  })
})

describe('parseBankFormCallback', () => {
  it('answers any text, showing none of it', () => {
    const pieces = fc.constantFrom(
      'https://app.example/',
      '?',
      '&',
      '=',
      'user_uuid',
      'item_id',
      uuid,
      '7',
      '%',
      '\ud800',
      '#',
      canary,
    )
    const urls = fc.oneof(
      fc.array(pieces).map((parts) => parts.join('')),
      fc.string({ unit: character }),
    )
    fc.assert(
      fc.property(urls, (url) => {
        const parsed = parseBankFormCallback(url, uuid)
        if (parsed._tag === 'Left') expectClientError(parsed.left)
        else expect(Number.isSafeInteger(parsed.right.item_id)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
