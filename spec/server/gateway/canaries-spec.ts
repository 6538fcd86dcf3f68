import { inspect } from 'node:util'
import { firstValueFrom } from 'rxjs'
import { reveal } from '../../../lib/index.js'
import type { Fault } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { type Got, serving } from './serving.js'

const credentials = { clientId: 'C4N4RY-id', clientSecret: 'C4N4RY-secret' }

/** The texts that must not leave: of an address all parts that tell something. */
const cursorsOf = (query: string): ReadonlyArray<string> =>
  Array.from(new URLSearchParams(query)).flatMap(([name, value]) => (/after|before/.test(name) ? [value] : []))

describe('whatever a gateway answers', () => {
  const { get, sandbox, client, user, serviceUrl, faults } = serving(
    {},
    {
      sandbox: { profile: documentedProfile, credentials },
      client: { environment: 'sandbox' },
    },
  )

  const faultsOfTheService: ReadonlyArray<Fault> = [
    { kind: 'unauthorized', times: 2 },
    { kind: 'rate-limit', retryAfter: 1 },
    { kind: 'server-error' },
    { kind: 'html' },
    { kind: 'truncated' },
    { kind: 'cut' },
    { kind: 'disconnect' },
    { kind: 'dead-cursor' },
    { kind: 'repeated-cursor' },
    { kind: 'cycle' },
  ]

  it('has no secret, no token, no cursor and no address of the service in it', async () => {
    const answers: Array<Got> = []
    const walk = async (path: string, headers = {}): Promise<void> => {
      for (let next: string | null = path; next !== null;) {
        const page: Got = await get(next, headers)
        answers.push(page)
        next = page.json.pagination?.next_uri ?? null
      }
    }
    const tokens = [await firstValueFrom(client().user({ externalUserId: 'A6J' }).token$)]
    const stock = String(user(0).stockIds[0])
    const paths = ['/v2/transactions?limit=40', '/v2/banks?limit=20', '/v2/items?limit=1', `/v2/stocks/${stock}`]
    for (const path of [...paths, '/v2/stocks/updated?limit=10', '/v2/nothing', '/v2/items?limit=0']) await walk(path)
    for (const fault of faultsOfTheService) {
      sandbox().faults.add({ ...fault, on: 'transactions' })
      const { json } = await get('/v2/transactions?limit=40')
      const next = json.pagination?.next_uri
      if (typeof next === 'string') answers.push(await get(next))
      sandbox().faults.clear()
    }
    tokens.push(await firstValueFrom(client().user({ externalUserId: 'A6J' }).token$))
    await walk('/v2/items', { cookie: 'user=stranger' })
    await walk('/v2/items', { cookie: null })

    const cursors = sandbox()
      .journal.entries()
      .flatMap(({ query }) => cursorsOf(query))
    const canaries = [
      'C4N4RY',
      ...tokens.map(({ access_token }) => reveal(access_token)),
      ...cursors,
      serviceUrl().replace('http://', ''),
      'after=',
      'before=',
    ]
    expect(new Set(cursors).size).toBeGreaterThan(7)
    expect(answers.length).toBeGreaterThan(19)
    const texts = answers.map(({ status, headers, text }) => JSON.stringify([status, headers, text]))
    expect(canaries.filter((canary) => texts.some((text) => text.includes(canary)))).toEqual([])
    const heard = faults().map((fault) => inspect(fault, { depth: 9 }) + JSON.stringify(fault))
    const secrets = ['C4N4RY', ...tokens.map(({ access_token }) => reveal(access_token)), ...cursors]
    expect(secrets.filter((secret) => heard.some((text) => text.includes(secret)))).toEqual([])
  })

  it('has of a page its rows and links alone, whatever the service puts beside them', async () => {
    const body = JSON.stringify({
      resources: [{ id: 1, any: 'field' }],
      pagination: { previous_uri: null, next_uri: '/v2/banks?after=C4N4RY', cursors: { after: 'C4N4RY' } },
      _links: { next: 'https://C4N4RY.example' },
    })
    sandbox().faults.add({
      kind: 'status',
      status: 200,
      body,
      headers: { 'set-cookie': 'C4N4RY=1', link: '<C4N4RY>', 'x-request-id': 'C4N4RY' },
    })
    const answer = await get('/v2/banks')
    expect(answer.json.resources).toEqual([{ id: 1, any: 'field' }])
    expect(JSON.stringify(answer)).not.toContain('C4N4RY')
  })
})
