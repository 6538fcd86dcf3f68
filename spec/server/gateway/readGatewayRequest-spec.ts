import fc from 'fast-check'
import { finite } from '../../../lib/base/codec/numbers.js'
import { documentedProfile } from '../../../lib/index.js'
import { gatewayOperations } from '../../../lib/server/gateway/gatewayOperations.js'
import { readGatewayRequest } from '../../../lib/server/gateway/readGatewayRequest.js'
import { Refusal } from '../../../lib/server/gateway/toRefusal.js'
import { serviceVersion } from '../../../lib/service/profile/ServiceVersion.js'

const version = serviceVersion('2021-06-01', 'beta 3')
const service = { profile: documentedProfile, version }
const face = { ...service, environment: 'sandbox', prefix: '/api/bank', origin: undefined } as const
const read = readGatewayRequest(face)
const headers = { 'RxBank-Gateway': 'background' }

const ask = (target: string) => {
  try {
    return read(new Request(`https://app.example${target}`, { headers }))
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** What may stand between the parts of an address that somebody plays tricks with. */
const parts = fc.constantFrom(
  ...[
    '/api/bank',
    '/v2',
    '/banks',
    '/stocks',
    '/items',
    '/1',
    '/refresh/status',
    '/updated',
    '/users',
    '/transactions',
  ],
  ...['/', '//', '/..', '/.', '/%2e%2e', '%2f', '%5c', '\\', ';', '%00', '%25', '?', '#', '&', '=', 'limit', 'since'],
  ...[
    'handle',
    'after',
    'item_id',
    'redirect_url',
    '500',
    '501',
    '0',
    '-1',
    '1e2',
    ' 5',
    '٥',
    '%',
    '2020-01-01T00:00:00Z',
  ],
)

describe('readQuestion', () => {
  it('refuses, or asks exactly what the address says, whatever it is', () => {
    let passed = 0
    const paths = new Set(Object.values(documentedProfile.paths))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webPath(),
          fc.array(parts, { maxLength: 8 }).map((each) => `/api/bank/v2${each.join('')}`),
        ),
        (target) => {
          const asked = ask(target)
          if (asked instanceof Refusal) {
            expect([400, 404]).toContain(asked.status)
            return
          }
          passed++
          const line = asked.operation.request(asked)
          expect(line.method).toBe('GET')
          expect(line.path).toBe(asked.path)
          expect(paths.has(line.path.replace(/\/\d+(?=\/|$)/, '/:id'))).toBe(true)
          expect(line.path).not.toMatch(/users|password|authenticate/)
          expect(new URL(`https://app.example${target}`).pathname.endsWith(line.path)).toBe(true)
          const names = Object.entries(line.query ?? {}).filter(([, value]) => value !== undefined)
          expect(names.every(([name]) => Object.hasOwn(asked.operation.parameters, name))).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
    expect(passed).toBeGreaterThan(10)
  })

  it('reads a limit that is one, and no other text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.integer({ min: -10, max: 600 }).map(String), fc.double().map(String)),
        (text) => {
          const asked = ask(`/api/bank/v2/banks?limit=${encodeURIComponent(text)}`)
          const isLimit = /^[1-9]\d*$/.test(text) && Number(text) <= 500
          expect(asked instanceof Refusal).toBe(!isLimit)
          if (!(asked instanceof Refusal)) expect(asked.operation.request(asked).query).toEqual({ limit: text })
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('reads a moment as the profile writes it, and no other text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(Date.UTC(9999, 0)) })),
        (given) => {
          const text = typeof given === 'string' ? given : given.toISOString()
          const asked = ask(`/api/bank/v2/stocks/updated?since=${encodeURIComponent(text)}`)
          const moment = documentedProfile.since.format.decode(text)
          expect(asked instanceof Refusal).toBe(moment._tag === 'Left')
          if (!(asked instanceof Refusal) && typeof given !== 'string')
            expect(asked.operation.request(asked).query).toEqual({ since: text, limit: undefined })
        },
      ),
    )
  })

  it.each([
    ['/api/bank/v2/banks?limit=1&limit=1', 400],
    ['/api/bank/v2/banks?LIMIT=1', 400],
    ['/api/bank/v2/banks?before=x', 400],
    ['/api/bank/v2/banks?client_id=x', 400],
    ['/api/bank/v2/banks?since=2020-01-01T00:00:00Z', 400],
    ['/api/bank/v2/banks?handle=', 400],
    ['/api/bank/v2/banks?__proto__=x', 400],
    ['/api/bank/v2/banks?constructor=x', 400],
    ['/api/bank/v2/stocks/1?limit=5', 400],
    ['/api/bank/v2/connect/items/edit/url?item_id=x', 400],
    ['/api/bank/v2/connect/items/add/url?item_id=1', 400],
    ['/api/bankv2/banks', 404],
    ['/api/bank/api/bank/v2/banks', 404],
  ])('refuses %s', (target, status) => {
    expect(ask(target)).toMatchObject({ status })
  })

  it('takes a path with its prefix, or without one if a framework has cut it off', () => {
    for (const target of ['/api/bank/v2/banks?', '/v2/banks', '/v2/banks#hash'])
      expect(ask(target)).toMatchObject({ path: '/v2/banks', priority: 'background' })
    expect(
      readGatewayRequest({ ...face, prefix: '' })(new Request('https://x.example/v2/banks', { headers })).path,
    ).toBe('/v2/banks')
  })

  it.each([
    ['fr', 'fr'],
    ['FR-ca', 'fr'],
    ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
    ['de,fr', undefined],
    ['frr', undefined],
    ['*', undefined],
    ['', undefined],
  ])('takes of the languages %s the first, if it is one', (accepted, language) => {
    const request = new Request('https://x.example/v2/categories', {
      headers: { ...headers, 'Accept-Language': accepted },
    })
    expect(read(request).language).toBe(language)
  })

  it('has every list and no operation that is not a GET', () => {
    const all = gatewayOperations(service, 'production')
    const question = { id: 1, query: new Map([['item_id', 1]]), language: undefined }
    expect(all.map(({ key }) => key).sort()).toEqual(
      [
        ...[
          'accounts',
          'bankFormAdd',
          'bankFormEdit',
          'banks',
          'categories',
          'items',
          'refreshStatus',
          'stock',
          'stocks',
        ],
        ...['stocksUpdated', 'transactions', 'transactionsUpdated'],
      ].sort(),
    )
    expect(all.map(({ request }) => request(question).method)).toEqual(all.map(() => 'GET'))
    expect(all.flatMap(({ parameters }) => Object.keys(parameters))).not.toContain('redirect_url')
  })

  it('reads a filter of numbers, and of nothing else', () => {
    const filters = { transactions: { minAmount: { parameter: 'min_amount', format: finite } } }
    const profile = { ...documentedProfile, filters }
    const readFiltered = readGatewayRequest({ ...face, profile })
    const amountOf = (text: string): unknown => {
      try {
        const url = `https://app.example/api/bank/v2/transactions?min_amount=${text}`
        return readFiltered(new Request(url, { headers })).query.get('min_amount')
      } catch (error) {
        return error instanceof Refusal ? error.status : error
      }
    }
    expect(['10', '-0.5', '1e2', 'NaN', ' 5', '', '0x1'].map(amountOf)).toEqual([10, -0.5, 400, 400, 400, 400, 400])
  })
})
