import type * as t from 'io-ts'
import { ConfigError } from '../../lib/base/error/ConfigError.js'
import { decodeOptions } from '../../lib/base/error/decodeOptions.js'
import { bankFormOptions, categoryOptions, resourceId, sinceOptions } from '../../lib/client/operationOptions.js'
import { passwordOptions, userUuid } from '../../lib/client/userIdentity.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'

const issuesOf = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return error instanceof ConfigError ? error.issues : error
  }
}

const redirect = "a URL for a browser: https, http to this machine, or an app's own scheme"

describe('operationOptions', () => {
  it.each<readonly [name: string, codec: t.Decoder<unknown, unknown>, given: object]>([
    ['categories', categoryOptions, { language: 'fr' }],
    ['updated', sinceOptions, { since: new Date(0) }],
    ['the bank form', bankFormOptions, { redirectUrl: 'myapp://connected', itemId: 187741 }],
    ...[
      'https://app.example/connected?state=x',
      'http://localhost:4200/connected',
      'http://127.0.0.1:8080',
      'http://[::1]/',
      'com.example.app:/connected',
    ].map((redirectUrl) => [redirectUrl, bankFormOptions, { redirectUrl }] as const),
    ['a change of password', passwordOptions, { current: 'a', next: 'b' }],
  ])('take the options of %s', (_, codec, given) => {
    expect(decodeOptions(codec, given)).toEqual(given)
  })

  it.each<readonly [codec: t.Decoder<unknown, unknown>, given: unknown, path: string, expected: string]>([
    [categoryOptions, { language: 'de' }, '/language', "'en' or 'fr'"],
    [categoryOptions, { lang: 'fr' }, '/lang', 'no such option'],
    [sinceOptions, { since: new Date(NaN) }, '/since', 'a valid Date of the years 0 to 9999'],
    [sinceOptions, { since: '2026-01-01' }, '/since', 'a valid Date of the years 0 to 9999'],
    [sinceOptions, { since: 1_767_225_600_000 }, '/since', 'a valid Date of the years 0 to 9999'],
    ...[
      '/connected',
      '',
      'javascript:alert(1)',
      'JavaScript://app.example/%0aalert(1)',
      ' javascript:alert(1)',
      'https://app.example/a\r\nSet-Cookie: b=c',
      'https://app.example/\t',
      'https://app.example/a b',
      'https://joe:pa55@app.example/',
      'data:text/html,<script>',
      'vbscript:x',
      'blob:https://app.example/1',
      'file:///etc/passwd',
      'filesystem:https://app.example/x',
      'about:blank',
      'view-source:https://app.example',
      'ftp://app.example/',
      'ws://app.example/',
      'mailto:joe@example.com',
      'http://app.example/connected',
      'http://127.0.0.1.evil.example/',
      7,
    ].map((redirectUrl) => [bankFormOptions, { redirectUrl }, '/redirectUrl', redirect] as const),
    [bankFormOptions, { itemId: -1 }, '/itemId', 'id'],
    [passwordOptions, { current: 'a' }, '/next', 'a string that is not empty (missing)'],
    [passwordOptions, { current: '', next: 'b' }, '/current', 'a string that is not empty'],
  ])('refuse what is wrong in them: %#', (codec, given, path, expected) => {
    expect(issuesOf(() => decodeOptions(codec, given))).toEqual([{ path, expected }])
  })
})

describe('resourceId', () => {
  it('takes an id', () => {
    expect([resourceId(0), resourceId(1000013123932)]).toEqual([0, 1000013123932])
  })

  it.each(['../x', '..', '1/../2', '', -1, 1.5, NaN, 2 ** 53, null, undefined, {}])('refuses %p', (given) => {
    expect(issuesOf(() => resourceId(given))).toEqual([{ path: '/id', expected: 'a whole number' }])
  })
})

describe('userUuid', () => {
  it('takes a uuid', () => {
    expect(userUuid(uuid)).toBe(uuid)
  })

  it.each(['../x', '..', `${uuid}/..`, `${uuid}\n`, '', 7, null, undefined])('refuses %p', (given) => {
    expect(issuesOf(() => userUuid(given))).toEqual([{ path: '/userUuid', expected: 'UUID' }])
  })
})
