import { lastValueFrom, of, toArray } from 'rxjs'
import { createClient, type Http } from '../../../lib/index.js'
import { createGateway } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { byCookie, got } from './serving.js'

const nested = (levels: number): ReadonlyArray<readonly [string, string]> => [
  ['objects', '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)],
  ['lists', '['.repeat(levels) + ']'.repeat(levels)],
]

const cases = [1000, 3000, 5000, 10_000, 30_000, 100_000].flatMap((levels) =>
  nested(levels).flatMap(([kind, json]) => [
    [levels, kind, '/v2/transactions', `{"resources":[{"id":1,"deep":${json}}]}`] as const,
    [levels, kind, '/v2/stocks/1', `{"id":1,"deep":${json}}`] as const,
  ]),
)

/** Newer engines write any depth; older ones run out of stack. */
const isWritable = (json: string): boolean => {
  try {
    return JSON.stringify(JSON.parse(json)).length > 0
  } catch {
    return false
  }
}

describe('what a service nests without end, through a gateway', () => {
  it.each(cases)('is given or an answer that it must not give: %d %s of %s', async (levels, _, path, body) => {
    const { credentials, http } = createSandbox({ profile: documentedProfile })
    const service: Http = (request) =>
      request.url.includes(path) ? of({ status: 200, headers: {}, body }) : http(request)
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http: service,
    })
    const faults: Array<unknown> = []
    const gateway = createGateway(client, { authorize: byCookie, onError: (error) => faults.push(error) })
    const headers = { 'RxBank-Gateway': 'interactive', Cookie: 'user=A6J' }
    const get = (path: string) => gateway(new Request(`https://app.example${path}`, { headers })).then(got)

    const { status, json } = await get(path)
    // In between, it depends on how much stack is left.
    if (levels >= 10_000) expect(status).toBe(isWritable(body) ? 200 : 502)
    if (levels <= 1000) expect(status).toBe(200)
    if (status === 200) expect(JSON.stringify(json)).toContain(body.slice(1, 300))
    else {
      expect([status, json.type]).toEqual([502, 'invalid_response'])
      expect(faults).toEqual([expect.objectContaining({ _tag: 'DecodeError', reason: 'shape' })])
    }
    expect((await get('/v2/items')).status).toBe(200)
  })

  it('costs the client itself nothing', async () => {
    const body = `{"resources":[{"id":1,"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`
    const { credentials } = createSandbox({ profile: documentedProfile })
    const http: Http = () => of({ status: 200, headers: {}, body })
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
    expect(await lastValueFrom(client.banks.all().pipe(toArray()))).toHaveLength(1)
  })
})
