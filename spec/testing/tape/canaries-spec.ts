import fc from 'fast-check'
import { isSome, none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, of, tap, throwError } from 'rxjs'
import {
  createClient,
  type Http,
  type HttpRequest,
  type HttpResponse,
  NetworkError,
  redact,
  reveal,
  StatusError,
  wireHeaders,
  wireUrl,
} from '../../../lib/index.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { play, profilesUnderTest } from '../../helpers/profiles.js'
import { recording } from './recording.js'
import { session } from './session.js'

const texts = [
  'Jean-Luc C4nari',
  'FR7612345987650123456789014',
  'jean.canari@example.org',
  '5f1c3a9e-tok3n/with+signs==',
  'MjAxNS0xMS0xNjo0NTU3ODE1Mg==',
  'pa55 wörd "quoted"',
  '+33 6 12 34 56 78',
  'c2a26c9e-dc23-4f67-b887-bbae0f26c415',
  '36000051006608',
  '007-not-a-number',
  'https://jean.canari.example/me?k=1',
  '/v2/users/c2a26c9e-dc23-4f67-b887-bbae0f26c415?after=MjAxNS0xMS0xNjo0NTU3ODE1Mg==',
  'client_id=C4nari&client_secret=C4nari',
  '<b>C4nari</b>',
  '\u202eC4nari\u0000',
]
const numbers = [-4_897_123.45, 36_000_051_006_608, 140_277_123, 9.876543210123, 1.234567e-7]

/** As a canary may be written in a text. */
const forms = (canary: string): ReadonlyArray<string> => [
  canary,
  JSON.stringify(canary).slice(1, -1),
  encodeURIComponent(canary),
  new URLSearchParams({ '': canary }).toString().slice(1),
  Buffer.from(canary).toString('base64'),
]

const canaries = [...texts.flatMap(forms), ...numbers.map((number) => String(Math.abs(number))), 'c4nari', 'canari']

const foundIn = (text: string, wanted: ReadonlyArray<string> = canaries): ReadonlyArray<string> => {
  const lower = text.toLowerCase()
  return wanted.filter((canary) => lower.includes(canary.toLowerCase()))
}

const names = fc.constantFrom(
  ...['id', 'uuid', 'name', 'description', 'iban', 'amount', 'balance', 'status', 'type', 'resource_uri', 'next_uri'],
  ...['previous_uri', 'access_token', 'user', 'message', 'code', 'updated_at', 'date', 'currency_code', 'isNum'],
  ...['resources', 'pagination', 'status_code_info', 'capabilities', '__proto__', 'constructor', 'toString'],
)
const canaryText = fc.constantFrom(...texts)
const leaf = fc.oneof(canaryText, fc.constantFrom(...numbers), fc.constantFrom(null, true, 7))

/** JSON with canaries anywhere, in keys too. */
const planted = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 2, arbitrary: leaf },
    fc.array(tie('json'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.oneof({ weight: 3, arbitrary: names }, canaryText), tie('json')), { maxLength: 4 })
      .map(Object.fromEntries),
  ),
})).json

const headerNames = fc.constantFrom(
  ...['content-type', 'date', 'retry-after', 'ratelimit-reset', 'ratelimit-limit', 'location', 'set-cookie', 'link'],
  ...['x-request-id', 'rxbank-date', 'request-time'],
)
const headers = fc.dictionary(headerNames, canaryText)
const status = fc.constantFrom(200, 201, 202, 301, 400, 401, 404, 409, 422, 429, 500)

/** A body as it came, or cut off, or in a page of HTML. */
const body = fc.tuple(planted, fc.nat({ max: 4 })).map(([json, kind]) => {
  const text = JSON.stringify(json)
  return [text, text, text.slice(0, -1), `<html>${text}</html>`, `\ufeff ${text}`][kind] ?? ''
})

const request = fc
  .record({
    part: canaryText,
    parameter: fc.oneof(names, canaryText, fc.constantFrom('after', 'before', 'limit', 'since', 'email', 'client_id')),
    value: canaryText,
    header: fc.constantFrom('Authorization', 'Client-Id', 'Client-Secret', 'Bankin-Version', 'Accept-Language', 'X-Id'),
    body,
  })
  .map(({ part, parameter, value, header, body: sent }) =>
    httpRequest({
      operation: texts[0] ?? '',
      method: 'POST',
      url: `https://jean.canari.example/c4nari/v2/users/${encodeURIComponent(part)}?${new URLSearchParams({ [parameter]: value }).toString()}`,
      secretQuery: redact('client_secret=C4nari&password=C4nari'),
      headers: { Authorization: redact(`Bearer ${value}`), [header]: redact(value) },
      body: some(redact(sent)),
    }),
  )

const reported = (http: Http, asked: HttpRequest): string => {
  const { http: recorded, text } = recording(http)
  recorded(asked).subscribe({ error: () => undefined })
  expect(text()).not.toBe('')
  return text()
}

describe('a tape', () => {
  it('has no canary of an answer, wherever it stands in it, nor of its request', () => {
    fc.assert(
      fc.property(request, status, headers, body, (asked, code, head, sent) => {
        expect(foundIn(reported(() => of({ status: code, headers: head, body: sent }), asked))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('has no canary of an error, nor of a request that was given up', () => {
    const place = { operation: texts[0] ?? '', page: none }
    fc.assert(
      fc.property(request, canaryText, (asked, text) => {
        const errors = [
          new Error(text),
          Object.assign(new Error(text), { code: text }),
          new NetworkError({ ...place, origin: text, code: some(text) }),
          new StatusError({
            ...place,
            status: 400,
            type: some(text),
            detail: some(redact(text)),
            retryAfter: none,
          }),
        ]
        for (const error of errors) expect(foundIn(reported(() => throwError(() => error), asked))).toEqual([])
        expect(foundIn(reported(() => EMPTY, asked))).toEqual([])
      }),
    )
  })

  it('has none of what is deep, or huge', () => {
    const deep = `${'{"id":['.repeat(50_000)}"C4nari"${']}'.repeat(50_000)}`
    const huge = JSON.stringify({ name: 'C4nari '.repeat(1_000_000), id: 'C4nari'.repeat(1_000_000) })
    const [fromDeep, fromHuge] = [deep, huge].map((sent) =>
      reported(() => of({ status: 200, headers: {}, body: sent }), httpRequest()),
    )
    expect(foundIn(`${fromDeep ?? ''}${fromHuge ?? ''}`)).toEqual([])
    expect(fromHuge?.length).toBeLessThan(1000)
  })
})

const stays =
  /^(status|type|currency_code|country_code|resource_type|authentication_type|isNum|capabilities|status_code_info|limit|since|data_access|last_refresh_status|last_(successful|try)_refresh|operation_type|release_status|segment|code)$|(^|_)(date|at)$/

/** Names of categories that are in words of the service's too, and the ends of paths that chance may give to another. */
const elsewhere = /^(Accounting|Transfer|Insurance|Savings|\/v2\/[a-z]+\/\d{1,6})$/

/** What must not be on a tape: all texts and numbers that are long enough to be told from chance. */
const leavesOf = (json: unknown, name = ''): ReadonlyArray<string> => {
  if (Array.isArray(json)) return json.flatMap((inner) => leavesOf(inner, name))
  if (typeof json === 'object' && json !== null)
    return Object.entries(json).flatMap(([key, inner]) => leavesOf(inner, key))
  const text = typeof json === 'number' ? String(Math.abs(json)) : json
  if (typeof text !== 'string' || stays.test(name) || elsewhere.test(text)) return []
  return text.length >= (/^[\d.]+$/.test(text) ? 10 : 7) ? [text] : []
}

const parsed = (text: string): unknown => (text === '' ? null : JSON.parse(text))

/** Everything that went over the wire and must not be on a tape. */
const wireOf = (request: HttpRequest, { body: came }: HttpResponse): ReadonlyArray<string> => {
  const { searchParams, pathname, hostname } = new URL(wireUrl(request))
  const credentials = ['client-id', 'client-secret', 'authorization']
  return [
    hostname,
    ...pathname
      .split('/')
      .filter((part) => /\d{5}|-\w+-/.test(part))
      // A short number may be on the tape by chance, but not in its place.
      .map((part) => (/^\d{1,9}$/.test(part) ? `/${part}` : part)),
    ...Array.from(searchParams).flatMap(([name, value]) => leavesOf(value, name)),
    ...Object.entries(wireHeaders(request)).flatMap(([name, value]) =>
      credentials.includes(name.toLowerCase()) ? [value, value.replace('Bearer ', '')] : [],
    ),
    ...leavesOf(isSome(request.body) ? parsed(reveal(request.body.value)) : null),
    ...leavesOf(parsed(came)),
  ]
}

describe.each(profilesUnderTest)('a tape of $name', (under) => {
  it('has nothing of what went over the wire that tells of anybody', () => {
    const { clock, sandbox, owner } = play(under, {
      credentials: { clientId: 'C4nari-client', clientSecret: 'C4nari-secret' },
    })
    const secrets = new Set<string>()
    const wire: Http = (asked) =>
      sandbox.http(asked).pipe(tap((response) => wireOf(asked, response).forEach((secret) => secrets.add(secret))))
    const { http, text, tape } = recording(wire, { clock })
    const client = createClient({ ...sandbox.credentials, http, clock, ...under.config })
    session(client, client.user(under.identityOf(owner)), clock)
    expect(tape.length).toBeGreaterThan(30)
    expect(secrets.size).toBeGreaterThan(1000)
    expect(foundIn(text(), Array.from(secrets))).toEqual([])
    expect(foundIn(text(), ['C4nari', owner.email, owner.password, owner.uuid])).toEqual([])
  })
})
