import { left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../../lib/base/codec/decode.js'
import type { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { createClient } from '../../../lib/client/createClient.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { ownCodecs, profileCodec } from '../../../lib/service/profile/profileCodec.js'

const withPath = (key: string, path: unknown): unknown => ({
  ...documentedProfile,
  paths: { ...documentedProfile.paths, [key]: path },
})

const plain = "a path that begins with '/v2/', or null"
const withId = "a path that begins with '/v2/' and has ':id' in it, or null"

describe('profileCodec', () => {
  it('takes the default profile', () => {
    expect(profileCodec.decode(documentedProfile)).toEqual(right(documentedProfile))
  })

  it('lets a deployment be without any operation', () => {
    const read = Object.keys(documentedProfile.paths).map((key) => [key, decode(profileCodec, withPath(key, null))])
    expect(read).toMatchObject(
      Object.keys(documentedProfile.paths).map((key) => [key, { right: { paths: { [key]: null } } }]),
    )
  })

  it('guesses no path that is left out', () => {
    const read = Object.keys(documentedProfile.paths).map((key) => decode(profileCodec, withPath(key, undefined)))
    expect(read).toMatchObject(
      Object.keys(documentedProfile.paths).map((key) => ({ left: [{ path: `/paths/${key}` }] })),
    )
  })

  it.each([
    '/v1/accounts',
    'v2/accounts',
    'https://evil.example/v2/accounts',
    '//evil.example/v2/',
    '@evil.example/v2/',
    '/v2/../../other',
    '/v2/./accounts',
    '/v2/accounts?all=true',
    '/v2/accounts#x',
    '/v2/acc ounts',
    '/v2\\accounts',
    '/v2/accounts/:id',
    7,
  ])('refuses the path %p: what leaves the service, or would not be sent as it is', (path) => {
    expect(decode(profileCodec, withPath('accounts', path))).toEqual(
      left([{ path: '/paths/accounts', expected: plain }]),
    )
  })

  it('refuses a path that has no place for the id it needs', () => {
    expect(decode(profileCodec, withPath('stock', '/v2/stocks'))).toEqual(
      left([{ path: '/paths/stock', expected: withId }]),
    )
    expect(decode(profileCodec, withPath('refreshStatus', '/v2/items/:id/status'))._tag).toBe('Right')
  })

  it.each(['accountTransactions', 'userItems'])('takes a parameter for what the list %s is about', (key) => {
    expect(decode(profileCodec, withPath(key, '/v2/rows?of_id=:id'))._tag).toBe('Right')
    for (const path of [
      '/v2/rows?of_id=7',
      '/v2/rows?:id',
      '/v2/rows?a=1&of_id=:id',
      '/v2/:id?of_id=:id',
      '/v2/rows?of id=:id',
    ])
      expect(decode(profileCodec, withPath(key, path))).toEqual(left([{ path: `/paths/${key}`, expected: withId }]))
  })

  it('takes no parameter for one resource', () => {
    expect(decode(profileCodec, withPath('stock', '/v2/stocks?stock_id=:id'))._tag).toBe('Left')
    expect(decode(profileCodec, withPath('stocks', '/v2/stocks?account_id=:id'))._tag).toBe('Left')
  })

  it.each([
    ['/name', { name: '' }],
    ['/versionHeader', { versionHeader: 'Service Version' }],
    ['/limitHeaders', { limitHeaders: {} }],
    ...[
      {},
      { remaining: 'A' },
      { state: 'A b' },
      { state: 'A', reset: 'B' },
      { remaining: 'A', reset: 'B', limits: 'C' },
    ].map((headers): [string, object] => ['/limitHeaders/0', { limitHeaders: [headers] }]),
    ...['Authorization', 'client-secret', 'Cookie', 'X Id'].map((requestIdHeader): [string, object] => [
      '/requestIdHeader',
      { requestIdHeader },
    ]),
    ['/since/parameter', { since: { ...documentedProfile.since, parameter: '' } }],
    ['/since/format', { since: { ...documentedProfile.since, format: 'iso' } }],
    ['/passwordFields/next', { passwordFields: { current: 'password' } }],
    ['/terminalStatuses/0', { terminalStatuses: [7] }],
    ['/codecs/stock', { codecs: { ...documentedProfile.codecs, stock: null } }],
    ['/version', { version: '2' }],
    ['/serviceVersion', { serviceVersion: '2021' }],
    ['/baseUrl', { baseUrl: '' }],
    ['/publicSecret', { publicSecret: 'yes' }],
    ['/parameters', { parameters: 'form' }],
    ['/filters/banks/*/format', { filters: { banks: { country: { parameter: 'c', format: 'x' } } } }],
    [
      '/filters/banks/*/parameter',
      { filters: { banks: { country: { parameter: '', format: documentedProfile.since.format } } } },
    ],
    ['/filters/bankz', { filters: { bankz: {} } }],
    ['/methods/refresh', { methods: { refresh: 'PATCH' } }],
    ['/itemStates/refreshes', { itemStates: { statuses: {} } }],
    ['/itemStates/statuses', { itemStates: { statuses: [], refreshes: {} } }],
    ['/itemStates/statuses', { itemStates: { statuses: { 0: 'ok', 402: 'login' }, refreshes: {} } }],
    ['/nested/banks/flatten', { nested: { banks: { row: (codec: unknown) => codec } } }],
    ['/nested/banks/row', { nested: { banks: { row: 'country', flatten: () => [] } } }],
  ])('names %s if it is wrong', (path, wrong) => {
    expect(decode(profileCodec, { ...documentedProfile, ...wrong })).toMatchObject({ left: [{ path }] })
  })
})

describe('what a user is told of a profile of their own', () => {
  const reported = (wrong: object): string => {
    try {
      createClient({ baseUrl: 'https://bank.example', clientId: 'app', profile: { ...documentedProfile, ...wrong } })
      return 'nothing'
    } catch (error) {
      return (error as ConfigError).message
    }
  }

  it.each([
    ['bnaks', 'banks'],
    ['transactionUpdated', 'transactionsUpdated'],
    ['getUser', undefined],
  ])('a path named %s is none, perhaps %s', (typo, meant) => {
    const suggestion = meant === undefined ? '' : `; did you mean ${meant}?`
    expect(reported({ paths: { ...documentedProfile.paths, [typo]: '/v2/x' } })).toContain(
      `profile/paths/${typo}: expected no such option${suggestion}`,
    )
  })

  it.each([
    [{ methods: { createUsr: 'PUT' } }, 'profile/methods/createUsr: expected no such option; did you mean createUser?'],
    [{ methods: { refresh: 'PATCH' } }, "profile/methods/refresh: expected 'GET', 'POST', 'PUT' or 'DELETE'"],
    [{ credentials: 'header' }, "profile/credentials: expected 'headers' or 'query'"],
    [{ nested: { bank: {} } }, 'profile/nested/bank: expected no such option; did you mean banks?'],
    [
      { nested: { banks: { row: () => documentedProfile.codecs.bank } } },
      'profile/nested/banks/flatten: expected a function from a row to its resources',
    ],
    [
      { itemStates: { statuses: { 402: 'login' }, refreshes: {} } },
      "profile/itemStates/statuses: expected an object of 'ok', 'wait', ",
    ],
    [{ paths: { ...documentedProfile.paths, item: undefined } }, `profile/paths/item: expected ${withId}`],
    [{ paths: { ...documentedProfile.paths, item: '/v2/items/:uuid' } }, `profile/paths/item: expected ${withId}`],
    [
      { versionHeaders: 'Acme-Version' },
      'profile/versionHeaders: expected no such option; did you mean versionHeader?',
    ],
  ])('%j is told with its place and what belongs there', (wrong, words) => {
    expect(reported(wrong)).toContain(words)
  })

  it('a name is no profile', () => {
    const config = { baseUrl: 'https://bank.example', clientId: 'app', profile: 'bridge2021' }
    expect(() => createClient(config as never)).toThrow(
      'profile: expected a service profile: bridge2025, bridge2021 or bridge2018 of rxbank/bridge, documentedProfile, or your own',
    )
  })

  it('all that is wrong is told at once', () => {
    const message = reported({
      name: '',
      methods: { refresh: 'PATCH' },
      paths: { ...documentedProfile.paths, user: 'users' },
    })
    for (const path of ['profile/name', 'profile/methods/refresh', 'profile/paths/user'])
      expect(message).toContain(path)
  })
})

describe('ownCodecs', () => {
  it('takes codecs for some resources, and none for what is no resource', () => {
    expect(decode(ownCodecs, { stock: t.UnknownRecord })).toEqual(right({ stock: t.UnknownRecord }))
    expect(decode(ownCodecs, { stocks: t.UnknownRecord })).toMatchObject({
      left: [{ path: '/stocks', expected: 'no such option; did you mean stock?' }],
    })
  })
})
