import { of } from 'rxjs'
import { createClient, type Http } from '../../../lib/index.js'
import { createGateway } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { byCookie, got } from './serving.js'

const prefix = '/bank'

/** A gateway to a service whose list of items goes on at a link; its other answers are a sandbox's. */
const leadingTo = (link: string) => {
  const { credentials, http } = createSandbox({ profile: documentedProfile, users: 3 })
  const asked: Array<string> = []
  const service: Http = (request) => {
    const url = request.url.replace(`https://bank.example${prefix}`, '')
    if (request.operation !== 'authenticate') asked.push(url)
    if (url !== '/v2/items') return http({ ...request, url: `https://bank.example${url}` })
    const body = { resources: [{ id: 1 }], pagination: { next_uri: link } }
    return of({ status: 200, headers: {}, body: JSON.stringify(body) })
  }
  const client = createClient({
    profile: documentedProfile,
    baseUrl: `https://bank.example${prefix}`,
    ...credentials,
    http: service,
  })
  const gateway = createGateway(client, { authorize: byCookie, onError: () => undefined })
  const headers = { 'RxBank-Gateway': 'interactive', Cookie: 'user=A6J' }
  const get = (path: string) => gateway(new Request(`https://app.example${path}`, { headers })).then(got)
  return { get, asked }
}

const followed = async (link: string) => {
  const { get, asked } = leadingTo(link)
  const { json } = await get('/v2/items')
  expect(json.resources).toEqual([{ id: 1 }])
  const next = json.pagination?.next_uri ?? ''
  expect(next).toMatch(/^\/v2\/items\?handle=[0-9a-f-]{36}$/)
  const second = await get(next)
  return { second, asked }
}

describe('a link of a list, through a gateway', () => {
  it.each([
    '/v2/users',
    '/v2/users?limit=500',
    '/v2/users?/v2/items',
    '/v2/users#/v2/items',
    '/v2/users;/v2/items',
    '/v2/items/../users',
    '/v2/items/%2e%2e/users',
    '/v2/items/.%2E/users?after=x',
    '/v2/items/..%2fusers',
    '/v2/items%2f..%2fusers',
    '/v2/items/187741',
    '/v2/items/',
    '/v2/items//',
    '//v2/items',
    '/v2//items',
    '/v2/Items',
    '/V2/items',
    '/v2/%69tems',
    '/v2/items%20',
    '/v2/items;x=1',
    '/v2/items.json',
    '/v2/item',
    '/v2/transactions?account_id=1',
    '/v2/banks',
    'users',
    '../v2/users',
    '../../users',
    '/bank/v2/users',
    '/bank/../v2/items',
    'https://bank.example/v2/items',
    'https://bank.example/bank/v2/users?after=/v2/items',
    '//bank.example/bank/v2/users',
    '\\v2\\users',
  ])('is refused if it leads to anything else: %s', async (link) => {
    const { second, asked } = await followed(link)
    expect([second.status, second.json.type]).toEqual([502, 'invalid_response'])
    expect(asked).toEqual(['/v2/items'])
  })

  it.each([
    ['/v2/items?limit=1', '/v2/items?limit=1'],
    ['/bank/v2/items?limit=1', '/v2/items?limit=1'],
    ['https://bank.example/bank/v2/items?limit=1', '/v2/items?limit=1'],
    ['?limit=1', '/v2/items?limit=1'],
    ['items?limit=1', '/v2/items?limit=1'],
    ['/v2/items?limit=1#there', '/v2/items?limit=1'],
    ['/v2/items?x=/v2/users', '/v2/items?x=/v2/users'],
    ['/v2/items?x=?/../users', '/v2/items?x=?/../users'],
  ])('is followed if it leads to another page: %s', async (link, url) => {
    const { asked } = await followed(link)
    expect(asked).toEqual(['/v2/items', url])
  })
})
