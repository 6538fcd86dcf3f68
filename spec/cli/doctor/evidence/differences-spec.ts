import { delay, finalize, NEVER } from 'rxjs'
import type { Http, HttpResponse } from '../../../../lib/index.js'
import { assumptionOf, type Difference, examined } from './examined.js'

type Row = Readonly<Record<string, unknown>>
type Change = NonNullable<Difference['answer']>

const withJson = (response: HttpResponse, change: (json: Row) => unknown): HttpResponse =>
  response.status === 200 ? { ...response, body: JSON.stringify(change(JSON.parse(response.body) as Row)) } : response

/** Changes every row, or single answer, of the operations whose names begin with a text. */
const rows =
  (prefix: string, change: (row: Row) => Row): Change =>
  (response, operation) =>
    operation.startsWith(prefix)
      ? withJson(response, (json) =>
          Array.isArray(json.resources) ? { ...json, resources: json.resources.map(change) } : change(json),
        )
      : response

/** Changes the body of every list. */
const lists =
  (change: (json: Row) => Row): Change =>
  (response) =>
    withJson(response, (json) => (Array.isArray(json.resources) ? change(json) : json))

const token =
  (change: (json: Row) => Row): Change =>
  (response, operation) =>
    operation === 'authenticate' ? withJson(response, change) : response

const headers =
  (own: Readonly<Record<string, string>>): Change =>
  (response) => ({ ...response, headers: { ...response.headers, ...own } })

const linked = (json: Row, change: (link: string) => unknown): Row => {
  const { next_uri: link } = json.pagination as Row
  return typeof link === 'string' ? { ...json, pagination: { next_uri: change(link) } } : json
}

const instead =
  (isMeant: (url: string) => boolean, status: number, body = '{}'): Change =>
  (response, _, url) =>
    isMeant(url) ? { status, headers: { 'content-type': 'application/json' }, body } : response

const seconds = (value: unknown): number => Math.floor(Date.parse(String(value)) / 1000)

describe('a service that is as the reference says', () => {
  const { file, sandbox } = examined()

  it('contradicts nothing', () => {
    expect(file.assumptions.filter(({ outcome }) => outcome === 'differs')).toStrictEqual([])
    expect([file.complete, file.evidence]).toStrictEqual([true, 1])
    expect(file.assumptions.filter(({ outcome }) => outcome === 'holds').length).toBeGreaterThan(100)
  })

  it('has an id of its own for each assumption, and a sentence', () => {
    const ids = file.assumptions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, sentence } of file.assumptions) expect([id, sentence.endsWith('.')]).toStrictEqual([id, true])
  })

  it('is asked by GET alone, but for the token, by sixty requests at most', () => {
    const entries = sandbox.journal.entries()
    expect(entries.filter(({ method }) => method !== 'GET').map(({ route }) => route)).toStrictEqual(['authenticate'])
    expect(entries).toHaveLength(file.requests)
    expect(file.requests).toBeLessThanOrEqual(60)
  })

  it('is asked one request at a time', () => {
    let open = 0
    let most = 0
    const own =
      (http: Http): Http =>
      (request) => {
        open++
        most = Math.max(most, open)
        return http(request).pipe(
          delay(0),
          finalize(() => open--),
        )
      }
    examined({ own })
    expect(most).toBe(1)
  })
})

describe.each<readonly [what: string, id: string, seen: string, difference: Difference]>([
  [
    'null for a missing field',
    'frame.nulls',
    'null at resources[].pro',
    { answer: rows('accounts', (row) => ({ ...row, pro: null })) },
  ],
  [
    'words in upper case',
    'frame.words',
    'account.type',
    { answer: rows('accounts', (row) => ({ ...row, type: 'CHECKING' })) },
  ],
  ['cookies', 'frame.cookies', 'set-cookie', { answer: headers({ 'set-cookie': 'a=b' }) }],
  ['the id of a request', 'frame.request-id', 'x-request-id', { answer: headers({ 'x-request-id': 'abc' }) }],
  [
    'not a date',
    'frame.date',
    'none',
    { answer: ({ headers: { date: _, ...others }, ...response }) => ({ ...response, headers: others }) },
  ],
  ['another content type', 'frame.content-type', 'text/plain', { answer: headers({ 'content-type': 'text/plain' }) }],
  [
    'another status of success',
    'frame.read-status',
    'status 203',
    { answer: (response) => (response.status === 200 ? { ...response, status: 203 } : response) },
  ],
  [
    'a token for an hour',
    'token.lifetime',
    'about 60 minutes',
    {
      answer: token((json) => ({
        ...json,
        expires_at: new Date(Date.parse(String(json.expires_at)) - 3_600_000).toISOString(),
      })),
    },
  ],
  [
    'an end in seconds',
    'token.expires-at',
    'integer of 10 digits',
    { answer: token((json) => ({ ...json, expires_at: seconds(json.expires_at) })) },
  ],
  [
    'an end in milliseconds',
    'token.expires-at',
    'integer of 13 digits',
    { answer: token((json) => ({ ...json, expires_at: seconds(json.expires_at) * 1000 })) },
  ],
  [
    'an end without milliseconds',
    'token.expires-at',
    'time without milliseconds',
    { answer: token((json) => ({ ...json, expires_at: String(json.expires_at).replace(/\.\d+/, '') })) },
  ],
  [
    'an end with an offset',
    'token.expires-at',
    'time with an offset',
    { answer: token((json) => ({ ...json, expires_at: String(json.expires_at).replace('Z', '+00:00') })) },
  ],
  [
    'a lifetime in place of an end',
    'token.expires-at',
    'missing',
    { answer: token(({ expires_at: _, ...json }) => ({ ...json, expires_in: 7200 })) },
  ],
  [
    'a refresh token',
    'token.no-refresh',
    'refresh_token',
    { answer: token((json) => ({ ...json, refresh_token: 'secret' })) },
  ],
  ['a user without a UUID', 'token.user', 'integer', { answer: token((json) => ({ ...json, user: { uuid: 7 } })) }],
  [
    'rows under another name',
    'list.resources',
    'missing',
    { answer: lists(({ resources, ...json }) => ({ ...json, data: resources })) },
  ],
  [
    'more in the envelope',
    'list.envelope',
    'generated_at, *',
    { answer: lists((json) => ({ ...json, generated_at: '2026-11-27T00:00:00Z', dupont: 1 })) },
  ],
  [
    'absolute links',
    'page.next-link',
    'an absolute URL',
    { answer: lists((json) => linked(json, (link) => `https://api.bridgeapi.io${link}`)) },
  ],
  [
    'links to another host',
    'page.next-link',
    'an absolute URL',
    { answer: lists((json) => linked(json, (link) => `https://else.example${link}`)) },
  ],
  [
    'links without the root',
    'page.next-link',
    'a path without its root',
    { answer: lists((json) => linked(json, (link) => link.replace('/v3', ''))) },
  ],
  [
    'links that are a query',
    'page.next-link',
    'a query alone',
    { answer: lists((json) => linked(json, (link) => link.replace(/^[^?]*/, ''))) },
  ],
  [
    'links that are a cursor',
    'page.next-link',
    'a string that is not a path',
    { answer: lists((json) => linked(json, () => 'c4n4ry')) },
  ],
  [
    'another cursor',
    'page.cursor',
    'page',
    { answer: lists((json) => linked(json, (link) => link.replace(/after=[^&]*/, 'page=2'))) },
  ],
  [
    'links that lose parameters',
    'page.link-parameters',
    'without limit',
    { answer: lists((json) => linked(json, (link) => link.replace(/&limit=\d+/, ''))) },
  ],
  [
    'null at the end',
    'page.last',
    'next_uri is null',
    {
      answer: lists((json) =>
        'next_uri' in (json.pagination as Row) ? json : { ...json, pagination: { next_uri: null } },
      ),
    },
  ],
  [
    'the text null at the end',
    'page.last',
    'next_uri is the string null',
    {
      answer: lists((json) =>
        'next_uri' in (json.pagination as Row) ? json : { ...json, pagination: { next_uri: 'null' } },
      ),
    },
  ],
  [
    'more rows than asked for',
    'page.limit',
    'more',
    {
      answer: lists((json) => ({
        ...json,
        resources: [...(json.resources as Array<unknown>), ...(json.resources as Array<unknown>)],
      })),
    },
  ],
  [
    'pages that overlap',
    'page.distinct-rows',
    'a row came twice',
    { answer: rows('banks.list', (row) => ({ ...row, id: 7 })) },
  ],
  [
    'the oldest first',
    'list.order',
    'not descending',
    {
      answer: (response, operation) =>
        operation === 'transactions.list'
          ? withJson(response, (json) => ({ ...json, resources: [...(json.resources as Array<unknown>)].reverse() }))
          : response,
    },
  ],
  [
    'errors with a type',
    'error.body',
    'type, message',
    { answer: instead((url) => url.includes('/stocks'), 400, '{"type":"bad_request","message":"c4n4ry"}') },
  ],
  [
    'errors that are HTML',
    'error.body',
    'not JSON (application/json)',
    { answer: instead((url) => url.includes('/stocks'), 400, '<p>') },
  ],
  [
    'codes in upper case',
    'error.codes',
    'another string',
    { answer: instead((url) => url.includes('/stocks'), 400, '{"code":"BAD-1","message":"c4n4ry"}') },
  ],
  [
    'other headers about limits',
    'limit.headers',
    'x-quota-remaining, x-quota-reset',
    { answer: headers({ 'x-quota-remaining': '7', 'x-quota-reset': '9' }) },
  ],
  ['no wait beside a 429', 'limit.retry-after', 'missing', { answer: instead((url) => url.includes('/stocks'), 429) }],
  [
    'an operation less: 404',
    'stocks.list.path',
    'status 404',
    { answer: instead((url) => url.includes('/stocks'), 404) },
  ],
  [
    'an operation that is not allowed: 403',
    'stocks.list.path',
    'status 403',
    { answer: instead((url) => url.includes('/stocks'), 403) },
  ],
  [
    'an id that is a text',
    'bank.id',
    'integer in text',
    { answer: rows('banks', (row) => ({ ...row, id: String(row.id) })) },
  ],
  [
    'an amount that is a text',
    'transaction.amount',
    'number in text',
    { answer: rows('transactions', (row) => ({ ...row, amount: Number(row.amount).toFixed(2) })) },
  ],
  [
    'days with a time',
    'transaction.days',
    'time',
    { answer: rows('transactions', (row) => ({ ...row, date: `${String(row.date)}T00:00:00.000Z` })) },
  ],
  [
    'a third balance',
    'account.balance',
    'a third value',
    { answer: rows('accounts', (row) => ('balance' in row ? { ...row, balance: 48178048 } : row)) },
  ],
  [
    'data of an account without access',
    'account.disabled',
    'iban',
    { answer: rows('accounts', (row) => ({ ...row, data_access: 'disabled', iban: 'FR76', balance: undefined })) },
  ],
  [
    'a longer consent',
    'item.consent',
    'later',
    { answer: rows('items', (row) => ({ ...row, authentication_expires_at: '2028-01-01T00:00:00.000Z' })) },
  ],
  [
    'another flag of removed rows',
    'transaction.removal',
    'is_deleted',
    { answer: rows('transactions', ({ deleted: _, ...row }) => ({ ...row, is_deleted: true })) },
  ],
  [
    'a new word',
    'words.account.type',
    'gold_card',
    { answer: rows('accounts', (row) => ({ ...row, type: 'gold_card' })) },
  ],
  [
    'unknown fields',
    'accounts.list.fields',
    '*',
    { answer: rows('accounts', (row) => ({ ...row, credit_limit: 1489.54 })) },
  ],
  [
    'rows of other accounts',
    'transaction.account',
    'another',
    { answer: rows('accounts.transactions', (row) => ({ ...row, account_id: 1 })) },
  ],
])('%s', (_, id, seen, difference) => {
  it(`is seen as ${id}: ${seen}`, () => {
    const report = assumptionOf(examined(difference).file, id)
    expect(report.outcome).toBe('differs')
    expect(report.seen.join('; ')).toContain(seen)
  })
})

describe('a service that hardly answers', () => {
  it.each<readonly [string, Difference, number]>([
    ['401 for everything', { answer: instead(() => true, 401, '{"code":"unauthorized","message":"x"}') }, 60],
    ['HTML for everything', { answer: (response) => ({ ...response, body: '<html>' }) }, 60],
    [
      'a redirect to another host',
      { answer: (response) => ({ ...response, status: 301, headers: { location: 'https://else.example/' } }) },
      3,
    ],
    ['429 for everything', { answer: instead(() => true, 429) }, 2],
    ['500 for everything', { answer: instead(() => true, 500) }, 3],
    ['another base path: 404 for everything', { answer: instead(() => true, 404) }, 60],
    ['nothing at all', { own: () => () => NEVER }, 2],
  ])('%s: few requests', (_, difference, most) => {
    const { file } = examined(difference)
    expect(file.requests).toBeLessThanOrEqual(most)
    expect(JSON.parse(JSON.stringify(file))).toStrictEqual(file)
  })

  it('slowly: the deadline ends it, and the file says that it is not complete', () => {
    const own =
      (http: Http, clock: { readonly scheduler: Parameters<typeof delay>[1] }): Http =>
      (request) =>
        http(request).pipe(delay(6000, clock.scheduler))
    const { file } = examined({ own, deadline: 60_000 })
    expect(file.complete).toBe(false)
    expect(file.requests).toBeLessThan(15)
  })

  it('a user without items: nothing about accounts is seen', () => {
    const empty: Change = (response, operation) =>
      /^(items|accounts|transactions|stocks)/.test(operation)
        ? { ...response, body: '{"resources":[],"pagination":{}}' }
        : response
    const { file } = examined({ answer: empty })
    expect(assumptionOf(file, 'account.id').outcome).toBe('not seen')
    expect(assumptionOf(file, 'accounts.list.path').outcome).toBe('holds')
  })
})
