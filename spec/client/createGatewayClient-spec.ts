import { NEVER, of, throwError } from 'rxjs'
import { ConfigError, createGatewayClient, createVirtualClock, type GatewayConfig, type Http } from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
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

describe('createGatewayClient', () => {
  it('sends at once, for the gateway enforces the limits', () => {
    let sent = 0
    const http: Http = () => {
      sent++
      return of(page([]))
    }
    const client = createGatewayClient({ profile: documentedProfile, gateway, clock: createVirtualClock(), http })
    for (let n = 0; n < 300; n++) client.user().items.pages().subscribe()
    expect(sent).toBe(300)
  })

  it.each([{ limits }, { maxWaiting: 5 }, { permits: {} }])('refuses %j, and says who takes it', (given) => {
    const [path] = Object.keys(given)
    expect(issuesOf({ profile: documentedProfile, gateway, http: () => NEVER, ...given })).toEqual([
      { path: `/${String(path)}`, expected: expect.stringContaining('the gateway enforces the limits') },
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
    expect(issuesOf({ profile: documentedProfile, ...config })).toEqual([{ path, expected: expect.any(String) }])
  })
})
