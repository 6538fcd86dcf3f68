import * as t from 'io-ts'
import { record } from '../../../lib/codec.js'
import { createClient, createGatewayClient, isClientError } from '../../../lib/index.js'
import { createGateway } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

const { credentials, http } = createSandbox({ profile: documentedProfile })
const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
const authorize = () => null

const issues = (config: unknown, of: unknown): ReadonlyArray<string> => {
  try {
    createGateway(of as never, config as never)
    return []
  } catch (error) {
    if (!isClientError(error) || error._tag !== 'ConfigError') throw error
    return error.issues.map(({ path, expected }) => `${path} ${expected}`)
  }
}

describe('the options of a gateway', () => {
  it.each([
    [{}],
    [{ prefix: '' }],
    [{ prefix: '/api/bank' }],
    [{ operations: ['transactions', 'accounts'] }],
    [{ excludedOperations: ['accountsInformation'] }],
    [{ operations: ['transactions', 'accounts'], excludedOperations: ['accounts'] }],
    [{ origin: 'https://app.example' }],
    [{ origin: 'http://localhost:4200' }],
    [{ perUser: {}, total: {}, timeout: 1, handleLifetime: 1, onError: () => undefined }],
    [{ perUser: { requests: 1, per: 1, maxInFlight: 1, maxHandles: 1 }, total: { maxInFlight: 1, maxHandles: 1 } }],
  ])('may be %j', (config) => {
    expect(issues({ authorize, ...config }, client)).toEqual([])
  })

  it.each([
    [undefined, ''],
    [{}, '/authorize'],
    [{ authorize: 'me' }, '/authorize'],
    [{ authorize, authorise: authorize }, '/authorise no such option; did you mean authorize?'],
    [{ authorize, prefix: 'api' }, '/prefix'],
    [{ authorize, prefix: '/' }, '/prefix'],
    [{ authorize, prefix: '/api/' }, '/prefix'],
    [{ authorize, prefix: '/api//bank' }, '/prefix'],
    [{ authorize, prefix: '/api/../bank' }, '/prefix'],
    [{ authorize, prefix: '/api bank' }, '/prefix'],
    [{ authorize, prefix: '/api?x' }, '/prefix'],
    [{ authorize, prefix: '/api/v2' }, '/prefix'],
    [{ authorize, operations: [] }, '/operations'],
    [{ authorize, operations: 'transactions' }, '/operations'],
    [{ authorize, operations: ['transaction.list'] }, '/operations'],
    [{ authorize, operations: ['deleteUser'] }, '/operations'],
    [{ authorize, operations: ['connectSession'] }, '/operations'],
    [{ authorize, excludedOperations: ['toString'] }, '/excludedOperations'],
    [{ authorize, excludedOperations: [undefined] }, '/excludedOperations'],
    [{ authorize, exclude: ['accounts'] }, '/exclude'],
    [{ authorize, origin: 'app.example' }, '/origin'],
    [{ authorize, origin: 'https://app.example/' }, '/origin'],
    [{ authorize, origin: 'https://app.example:443' }, '/origin'],
    [{ authorize, origin: 'null' }, '/origin'],
    [{ authorize, origin: '*' }, '/origin'],
    [{ authorize, origin: 'ftp://app.example' }, '/origin'],
    [{ authorize, perUser: { requests: 0 } }, '/perUser/requests'],
    [{ authorize, perUser: { per: NaN } }, '/perUser/per'],
    [{ authorize, perUser: { maxInFlight: Infinity } }, '/perUser/maxInFlight'],
    [{ authorize, perUser: { maxHandels: 1 } }, '/perUser/maxHandels no such option; did you mean maxHandles?'],
    [{ authorize, total: { requests: 1 } }, '/total/requests'],
    [{ authorize, handleLifetime: 0 }, '/handleLifetime'],
    [{ authorize, timeout: Infinity }, '/timeout'],
    [{ authorize, onError: 1 }, '/onError'],
  ])('must not be %j', (config, path) => {
    const [issue = 'none'] = issues(config, client)
    expect(issue.slice(0, path.length)).toBe(path)
    expect(issue).not.toBe('none')
  })
})

describe('the client of a gateway', () => {
  it.each([
    ['nothing', undefined],
    ['a config', { baseUrl: 'https://bank.example' }],
    ['one that only looks like a client', { user: () => ({}) }],
    [
      'one without a secret',
      createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'id', http }),
    ],
    [
      'one of a gateway',
      createGatewayClient({ profile: documentedProfile, gateway: 'https://app.example/api/bank', http }),
    ],
  ])('must be one of createClient with a secret: not %s', (_, given) => {
    expect(issues({ authorize }, given)).toEqual([expect.stringMatching(/^\/client a client with clientSecret/)])
  })

  it('may have codecs of its own, or be spread', async () => {
    const codecs = { bank: record('bank', { name: t.string }, {}) }
    const own = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      codecs,
    })
    const gateway = createGateway({ ...own }, { authorize: () => ({ externalUserId: 'A6J' }) })
    const headers = { 'RxBank-Gateway': 'interactive' }
    expect((await gateway(new Request('https://app.example/v2/banks', { headers }))).status).toBe(200)
  })
})
