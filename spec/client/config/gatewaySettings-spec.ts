import { inspect } from 'node:util'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { decodeClientConfig } from '../../../lib/client/config/decodeClientConfig.js'
import { gatewaySettings } from '../../../lib/client/config/gatewaySettings.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

const profile = documentedProfile
const least = { profile, baseUrl: 'https://bank.example', clientId: 'id' }

/** The settings without the one policy that is made anew each time. */
const shown = (config: unknown) => {
  const { access, ...rest } = gatewaySettings(config)
  return { ...rest, access: { ...access, policy: undefined } }
}

/** The error that a configuration is refused with. */
const refusal = (config: unknown): ConfigError => {
  try {
    gatewaySettings(config)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('not refused')
}

describe('settings of a gateway', () => {
  /** Runs a test as on a page, or in a worker. */
  const onPage = <A>(origin: string, act: () => A): A => {
    Object.defineProperty(globalThis, 'location', { value: { origin }, configurable: true })
    try {
      return act()
    } finally {
      Reflect.deleteProperty(globalThis, 'location')
    }
  }

  const gateway = 'https://app.example/api/bank'
  const expected =
    "a path of the page's own origin, without /v2, such as /api/bank; off a page, an https URL (http only to this machine)"
  const beside = 'no value: the gateway knows the service and keeps the credentials'

  it('ask in the usual way, whatever the methods of the service', () => {
    expect(gatewaySettings({ gateway, profile: bridge2021 }).profile.methods).toEqual({})
    expect(decodeClientConfig({ ...least, profile: bridge2021 }).profile.methods).toEqual(bridge2021.methods)
  })

  it('have the same defaults, and nothing that proves who asks', () => {
    const { limits, permits, maxWaiting, keepAlive, tokenStore, ...common } = decodeClientConfig(least)
    expect([limits, permits, maxWaiting, keepAlive, tokenStore]).toEqual([{}, undefined, 10_000, false, undefined])
    expect(shown({ profile, gateway })).toStrictEqual({
      ...common,
      access: { isGateway: true, headers: {}, query: {}, policy: undefined },
      baseUrl: { origin: 'https://app.example', prefix: '/api/bank', roots: ['/v2'] },
      clientId: '',
    })
  })

  it('keep what is given, and show no header', () => {
    const settings = gatewaySettings({
      profile,
      gateway,
      timeout: 5,
      serviceVersion: '2018-07-01',
      headers: { Cookie: 'session=canary', 'X-Trace': '1' },
    })
    expect([settings.timeout, settings.version.apiVersion]).toEqual([5, '2018-06-15'])
    expect(inspect(settings, { depth: 12, showHidden: true })).not.toContain('canary')
  })

  it.each([
    ['/api/bank', '/api/bank'],
    ['/api/bank/', '/api/bank'],
    ['/', ''],
    ['https://app.example/api/bank', '/api/bank'],
    ['HTTPS://APP.example', ''],
  ])('resolve %s against the page', (given, prefix) => {
    const { baseUrl } = onPage('https://app.example', () => gatewaySettings({ profile, gateway: given }))
    expect(baseUrl).toEqual({ origin: 'https://app.example', prefix, roots: ['/v2'] })
  })

  it('take a page of this machine', () => {
    const { baseUrl } = onPage('http://localhost:4200', () => gatewaySettings({ profile, gateway: '/api/bank' }))
    expect(baseUrl).toEqual({ origin: 'http://localhost:4200', prefix: '/api/bank', roots: ['/v2'] })
  })

  it.each([
    ['https://app.example', 'api/bank'],
    ['https://app.example', './api/bank'],
    ['https://app.example', ''],
    ['https://app.example', '//evil.example/api'],
    ['https://app.example', '/\\evil.example/api'],
    ['https://app.example', 'https:api/bank'],
    ['https://app.example', 'https://evil.example/api'],
    ['https://app.example', 'https://app.example:8443/api'],
    ['https://app.example', 'http://localhost:3000/api'],
    ['https://app.example', 'https://user:pw@app.example/api'],
    ['https://app.example', 'javascript:alert(1)'],
    ['https://app.example', '/api/bank/v2'],
    ['https://app.example', '/api?tenant=1'],
    ['https://app.example', '/api#1'],
    ['http://app.example', '/api/bank'],
    ['null', '/api/bank'],
    ['null', 'https://app.example/api/bank'],
    ['https://app.example', 7],
    ['https://app.example', new URL('https://app.example/api')],
  ])('on a page of %s refuse %p', (origin, given) => {
    const { issues } = onPage(origin, () => refusal({ profile, gateway: given }))
    expect(issues).toEqual([{ path: '/gateway', expected }])
  })

  it.each(['/api/bank', 'api/bank', 'http://app.example/api/bank', 'ftp://app.example', ''])(
    'without a page refuse %p',
    (given) => {
      expect(refusal({ profile, gateway: given }).issues).toEqual([{ path: '/gateway', expected }])
    },
  )

  it('take this machine without a page', () => {
    const { baseUrl } = gatewaySettings({ profile, gateway: 'http://127.0.0.1:4000/api/bank' })
    expect(baseUrl).toEqual({ origin: 'http://127.0.0.1:4000', prefix: '/api/bank', roots: ['/v2'] })
  })

  it.each(['baseUrl', 'clientId', 'clientSecret'])('refuse %s, and say why, in a browser too', (key) => {
    const config = { profile, gateway, [key]: 'canary-51f0' }
    const issues = [{ path: `/${key}`, expected: beside }]
    expect(refusal(config).issues).toEqual(issues)
    expect(onPage('https://app.example', () => refusal(config).issues)).toEqual(issues)
    expect(inspect(refusal(config))).not.toContain('canary-51f0')
  })

  it('take undefined for left out', () => {
    expect(shown({ profile, gateway, baseUrl: undefined, clientSecret: undefined })).toStrictEqual(
      shown({ profile, gateway }),
    )
  })

  it.each<readonly [path: string, wrong: object, expected: string]>([
    ['/keepAlive', { keepAlive: true }, 'no such option'],
    ['/timeOut', { timeOut: 1 }, 'no such option; did you mean timeout?'],
    ['/headers', { headers: 'Cookie: a' }, 'headers by name, other than credentials'],
    ['/headers', { headers: { Authorization: 'Bearer x' } }, 'headers by name, other than credentials'],
    ['/headers', { headers: { 'Client-Secret': 'x' } }, 'headers by name, other than credentials'],
    ['/headers', { headers: { Cookie: 'a\r\nX-Evil: 1' } }, 'headers by name, other than credentials'],
  ])('name %s, and what they expect there', (path, wrong, reported) => {
    expect(refusal({ profile, gateway, ...wrong }).issues).toEqual([{ path, expected: reported }])
  })

  it.each([
    ['gatewy', 'gateway'],
    ['gateWay', 'gateway'],
  ])('are meant by %s', (key, meant) => {
    expect(refusal({ [key]: '/api' }).issues).toContainEqual({
      path: `/${key}`,
      expected: `no such option; did you mean ${meant}?`,
    })
  })
})
