import { left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../lib/codec/decode.js'
import { described } from '../../lib/profile/described.js'
import { ownCodecs, profileCodec } from '../../lib/profile/profileCodec.js'

const withPath = (key: string, path: unknown): unknown => ({
  ...described,
  paths: { ...described.paths, [key]: path },
})

const plain = "a path that begins with '/v2/', or null"
const withId = "a path that begins with '/v2/' and has ':id' in it, or null"

describe('profileCodec', () => {
  it('takes the described profile', () => {
    expect(profileCodec.decode(described)).toEqual(right(described))
  })

  it.each(Object.keys(described.paths))('lets a deployment be without %s', (key) => {
    expect(decode(profileCodec, withPath(key, null))).toMatchObject({ right: { paths: { [key]: null } } })
  })

  it.each(Object.keys(described.paths))('does not guess %s where it is left out', (key) => {
    expect(decode(profileCodec, withPath(key, undefined))).toMatchObject({ left: [{ path: `/paths/${key}` }] })
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

  it.each([
    ['/name', { name: '' }],
    ['/versionHeader', { versionHeader: 'Service Version' }],
    ['/since/parameter', { since: { ...described.since, parameter: '' } }],
    ['/since/format', { since: { ...described.since, format: 'iso' } }],
    ['/passwordFields/next', { passwordFields: { current: 'password' } }],
    ['/terminalStatuses/0', { terminalStatuses: [7] }],
    ['/codecs/stock', { codecs: { ...described.codecs, stock: null } }],
    ['/version', { version: '2' }],
  ])('names %s where it is wrong', (path, wrong) => {
    expect(decode(profileCodec, { ...described, ...wrong })).toMatchObject({ left: [{ path }] })
  })
})

describe('ownCodecs', () => {
  it('takes codecs for some resources, and none for what is no resource', () => {
    expect(decode(ownCodecs, { stock: t.UnknownRecord })).toEqual(right({ stock: t.UnknownRecord }))
    expect(decode(ownCodecs, { stocks: t.UnknownRecord })).toMatchObject({
      left: [{ path: '/stocks', expected: 'nothing: an unknown option; did you mean stock?' }],
    })
  })
})
