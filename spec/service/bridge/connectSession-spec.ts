import fc from 'fast-check'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { type ConnectItem, type ConnectNewItem, connectSession } from '../../../lib/bridge.js'

const all: Required<ConnectNewItem> = {
  userEmail: 'ada@mail.example',
  providerId: 574,
  countryCode: 'FR',
  capabilities: ['aggregation', 'single_payment'],
  accountTypes: 'all',
  allowAccountSelection: true,
  maxSelectableAccounts: 3,
  callbackUrl: 'https://app.example/connected',
  context: 'order-7',
  parentUrl: 'https://app.example',
}

/** The error of a session that is refused. */
const refusal = (form: unknown): ConfigError => {
  try {
    connectSession(form as ConnectItem)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('it is taken')
}

const huge = 'a'.repeat(10_000_000)
const addresses = [
  'javascript:alert(1)',
  'JavaScript://app.example/%0aalert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'blob:https://app.example/1',
  'file:///etc/passwd',
  'view-source:https://app.example',
  'intent://app.example/#Intent;scheme=https;package=com.evil;end',
  'INTENT://x',
  'android-app://com.evil/https/app.example',
  'content://com.evil/1',
  'chrome://settings',
  'chrome-extension://abc/page.html',
  'ms-msdt:/id',
  'search-ms:/query',
  'mailto:/ada@mail.example',
  'tel:/112',
  'smb://host/share',
  'mailto:ada@mail.example',
  'http://app.example/connected',
  '//app.example',
  '/connected',
  `https://app.example/${huge}`,
  'https://app.example/a\r\nSet-Cookie: b=c',
  'https://app.example/a\tb',
  'java\nscript:alert(1)',
  'https://app.example/a b',
  'https://app.example/a ',
  'https:\\\\app.example\\a',
  'https://app.example/\u0000',
  'https://app.example/\u0085',
  'https://app\u200b.example/',
  'https://app.example/\u202e',
  'https://app.example/\ud800',
  'https:app.example',
  'https:/app.example',
  'https://ada:pa55@app.example/',
  'https://ada@app.example/',
]

/** What is wrong in each field, whatever it stands beside. */
const wrong: Readonly<Record<keyof ConnectNewItem, ReadonlyArray<unknown>>> = {
  userEmail: [
    undefined,
    '',
    7,
    'ada',
    'ada@',
    'a da@mail.example',
    '@',
    huge,
    `${huge}@mail.example`,
    ['ada@mail.example'],
  ],
  providerId: ['', 'x', -1, 1.5, NaN, Infinity, huge, '1'.repeat(17), [574], { valueOf: () => 574 }],
  countryCode: ['', 'fr', 'FRA', 33, huge, ['FR']],
  capabilities: ['', 'aggregation', [], [''], [7], [['aggregation']], Array(2), [huge], Array(1_000_000).fill('a')],
  accountTypes: ['', 'none', 'constructor', true, huge],
  allowAccountSelection: ['', 'true', 1, huge],
  maxSelectableAccounts: ['', '3', 0, -1, 1.5, Infinity, huge],
  callbackUrl: ['', 7, {}, new URL('https://app.example'), ...addresses],
  parentUrl: [
    '',
    7,
    '*',
    'null',
    'https://app.example/',
    'https://app.example/connected',
    'https://app.example?a',
    'https://app.example#a',
    'https://app.example:443',
    'https://APP.example',
    'com.example.app:',
    'https://*.example',
    "https://'self'",
    'https://app.example;sandbox',
    'https://app.example,other.example',
    ...addresses,
  ],
  context: ['', 7, 'a b', 'é', 'x'.repeat(101), huge, 'order\n7'],
}

describe('connectSession', () => {
  it('sends what it is given, in the words of the service', () => {
    expect(connectSession(all).body).toEqual({
      user_email: 'ada@mail.example',
      provider_id: 574,
      country_code: 'FR',
      capabilities: ['aggregation', 'single_payment'],
      account_types: 'all',
      allow_account_selection: true,
      max_selectable_accounts: 3,
      callback_url: 'https://app.example/connected',
      context: 'order-7',
      parent_url: 'https://app.example',
    })
    expect(connectSession({ itemId: 7, forceReauthentication: false, context: 'x'.repeat(100) }).body).toEqual({
      item_id: 7,
      force_reauthentication: false,
      context: 'x'.repeat(100),
    })
  })

  it.each([{}, { callbackUrl: 'https://app.example' }, { providerId: 574 }, { userEmail: undefined }])(
    'refuses %j, in which neither an email nor an item is given, before anything is sent',
    (form) => {
      expect(refusal(form).message).toBe(
        'wrong configuration: userEmail: expected an email address, at most 254 characters; null for a temporary synchronisation; or itemId for an item that exists (missing)',
      )
    },
  )

  it('sends no email for a temporary synchronisation, which has to be said', () => {
    expect(connectSession({ userEmail: null, providerId: 574 }).body).toEqual({ provider_id: 574 })
  })

  it.each(['https://app.example/a?b=c', 'http://localhost:4200/connected', 'com.example.app:/connected'])(
    'sends the browser back to %s',
    (callbackUrl) => {
      expect(connectSession({ itemId: 7, callbackUrl }).body).toEqual({ item_id: 7, callback_url: callbackUrl })
    },
  )

  it.each(['payment', 'all'] as const)('renews the consent for an item for accounts of types: %s', (accountTypes) => {
    expect(connectSession({ itemId: 7, accountTypes }).body).toEqual({ item_id: 7, account_types: accountTypes })
  })

  it.each(['https://app.example', 'https://app.example:8443', 'http://localhost:4200', 'http://127.0.0.1'])(
    'is shown by a page of %s',
    (parentUrl) => {
      expect(connectSession({ itemId: 7, parentUrl }).body).toEqual({ item_id: 7, parent_url: parentUrl })
    },
  )

  it.each(Object.entries(wrong))(
    'refuses wrong values of %s, and names the field and not the value',
    (field, values) => {
      const errors = values.map((value) => refusal({ ...all, [field]: value }))
      expect(errors.map(({ issues }) => issues.map(({ path }) => path))).toEqual(values.map(() => [`/${field}`]))
      expect(errors.filter(({ message }) => message.length >= 300)).toEqual([])
    },
  )

  it.each<readonly [string, unknown]>([
    ['itemId', { itemId: 'x' }],
    ['itemId', { itemId: null }],
    ['itemId', { itemId: '9'.repeat(10_000_000) }],
    ['forceReauthentication', { itemId: 7, forceReauthentication: 'yes' }],
    ['forceReauthentication', { userEmail: null, forceReauthentication: true }],
    ['accountTypes', { itemId: 7, accountTypes: 'none' }],
    ['providerId', { itemId: 7, providerId: 574 }],
    ['userEmail', { itemId: 7, userEmail: 'ada@mail.example' }],
    ['callbackurl', { ...all, callbackurl: 'https://app.example' }],
    ['redirectUrl', { itemId: 7, redirectUrl: 'https://app.example' }],
    ['toString', { itemId: 7, toString: 'x' }],
    ['__proto__', JSON.parse('{"itemId":7,"__proto__":{"callbackUrl":"javascript:alert(1)"}}')],
  ])('refuses %s if it has no place', (field, form) => {
    expect(refusal(form).issues.map(({ path }) => path)).toEqual([`/${field}`])
  })

  it.each([null, undefined, 7, 'x', huge, [], () => all])('refuses options that are none', (form) => {
    expect(refusal(form)).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '' }] })
  })

  it('names all that is wrong at once', () => {
    const error = refusal({ userEmail: '', countryCode: 'fr', callbackUrl: 'javascript:alert(1)', other: 1 })
    expect(error.issues.map(({ path }) => path).sort()).toEqual([
      '/callbackUrl',
      '/countryCode',
      '/other',
      '/userEmail',
    ])
  })

  it('makes a request or a ConfigError of whatever it is given', () => {
    const field = fc.constantFrom(...Object.keys(all), 'itemId', 'forceReauthentication', 'other')
    fc.assert(
      fc.property(fc.dictionary(field, fc.anything()), (form) => {
        try {
          expect(connectSession(form as unknown as ConnectNewItem).path).toBe('/v3/aggregation/connect-sessions')
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError)
        }
      }),
    )
  })
})
