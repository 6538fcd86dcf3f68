import { NEVER, of, throwError } from 'rxjs'
import {
  ConfigError,
  createClient,
  createGatewayClient,
  createVirtualClock,
  type GatewayConfig,
  type Http,
} from '../../lib/index.js'
import { page } from '../helpers/responses.js'

const gateway = 'https://app.example/api/bank'
const limits = { user: { requests: 2, per: 60_000 } }

const issuesOf = (config: object): unknown => {
  try {
    return createGatewayClient(config as GatewayConfig)
  } catch (error) {
    return error instanceof ConfigError ? error.issues : throwError(() => error)
  }
}

// What it has in common with the client of createClient is in gatewayClient-spec.ts.
describe('createGatewayClient', () => {
  it('offers what createClient offers with a gateway', () => {
    const [own, whole] = [createGatewayClient({ gateway }), createClient({ gateway })]
    expect(Object.keys(own).sort()).toEqual(Object.keys(whole).sort())
    expect(Object.keys(own.user()).sort()).toEqual(Object.keys(whole.user()).sort())
  })

  it('sends at once what createClient lets wait for its limits', () => {
    const clock = createVirtualClock()
    const asked = { own: 0, whole: 0 }
    const counting =
      (name: keyof typeof asked): Http =>
      () => {
        asked[name]++
        return of(page([]))
      }
    const own = createGatewayClient({ gateway, clock, http: counting('own') })
    const whole = createClient({ gateway, clock, limits, http: counting('whole') })
    for (const client of [own, whole]) for (let n = 0; n < 3; n++) client.user().items.pages().subscribe()
    expect(asked).toEqual({ own: 3, whole: 2 })
    clock.advance(60_000)
    expect(asked).toEqual({ own: 3, whole: 3 })
  })

  it.each([{ limits }, { maxWaiting: 5 }, { permits: {} }])('refuses %j, and says who takes it', (given) => {
    const [path] = Object.keys(given)
    expect(issuesOf({ gateway, http: () => NEVER, ...given })).toEqual([
      { path: `/${String(path)}`, expected: expect.stringContaining('createClient') },
    ])
  })

  it.each([
    [{}, '/gateway'],
    [{ gateway, clientSecret: 's3cr3t' }, '/clientSecret'],
    [{ gateway, clientId: 'id' }, '/clientId'],
    [{ gateway, baseUrl: 'https://bank.example' }, '/baseUrl'],
    [{ gateway, tokenStore: {} }, '/tokenStore'],
    [{ gateway: 'http://app.example' }, '/gateway'],
    [{ gateway, profile: null }, '/profile'],
  ])('refuses %j', (config, path) => {
    expect(issuesOf(config)).toEqual([{ path, expected: expect.any(String) }])
  })
})
