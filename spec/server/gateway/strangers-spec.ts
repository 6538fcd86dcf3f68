import { byCookie, serving } from './serving.js'

describe('a gateway', () => {
  const { get, sandbox, origin } = serving()

  afterEach(() => {
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 'cross_site'],
    ['a sibling of the site', { 'sec-fetch-site': 'same-site' }, 'cross_site'],
    ['the address bar', { 'sec-fetch-site': 'none' }, 'cross_site'],
    ['a word that is none', { 'sec-fetch-site': 'same-origin, same-origin' }, 'cross_site'],
    ['another origin', { origin: 'https://evil.example' }, 'cross_site'],
    ['an origin that hides', { origin: 'null' }, 'cross_site'],
    ['its own host by another scheme', { origin: 'https://127.0.0.1' }, 'cross_site'],
    ['an origin that begins the same', { origin: 'http://127.0.0.1.evil.example' }, 'cross_site'],
    ['a request without the header', { 'rxbank-gateway': null }, 'header_missing'],
    ['an empty header', { 'rxbank-gateway': '' }, 'header_missing'],
    ['a header of another word', { 'rxbank-gateway': 'Interactive' }, 'header_missing'],
    ['two headers', { 'rxbank-gateway': 'interactive, background' }, 'header_missing'],
  ])('refuses %s', async (_, headers, type) => {
    const { status, json } = await get('/v2/banks', headers)
    expect([status, json.type]).toEqual([403, type])
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])('refuses %s', async (method) => {
    const headers = { 'rxbank-gateway': 'interactive', cookie: 'user=A6J', 'access-control-request-method': 'GET' }
    const body = ['OPTIONS', 'HEAD'].includes(method) ? {} : { body: 'x'.repeat(100_000) }
    const answer = await fetch(`${origin()}/api/bank/v2/banks`, { method, headers, ...body })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
    await answer.text()
  })

  it('allows no other site anything, whatever it answers', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-headers': 'rxbank-gateway' }
    const answers = [
      await fetch(`${origin()}/api/bank/v2/banks`, { method: 'OPTIONS', headers }),
      await fetch(`${origin()}/api/bank/v2/banks`, { headers }),
      await fetch(`${origin()}/api/bank/v2/nothing`, { headers: { 'rxbank-gateway': 'interactive' } }),
    ]
    const names = answers.flatMap((answer) => [...answer.headers.keys()])
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(answers.map(({ ok }) => ok)).toEqual([false, false, false])
  })

  it('refuses an address that is too long', async () => {
    const { status, json } = await get(`/v2/transactions?handle=${'x'.repeat(5000)}`)
    expect([status, json.type]).toEqual([414, 'too_long'])
  })

  it('answers 401 when nobody is logged in', async () => {
    const { status, json } = await get('/v2/banks', { cookie: null })
    expect([status, json.type]).toEqual([401, 'not_logged_in'])
  })
})

describe('a gateway that is told its origin', () => {
  const { get, origin } = serving({ origin: 'https://app.example', authorize: byCookie })

  it('goes by that, and not by the address of the request', async () => {
    expect((await get('/v2/banks', { origin: 'https://app.example' })).status).toBe(200)
    expect((await get('/v2/banks')).status).toBe(200)
    expect((await get('/v2/banks', { origin: origin() })).status).toBe(403)
  })
})
