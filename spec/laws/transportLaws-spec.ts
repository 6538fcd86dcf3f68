import { concat, from, of } from 'rxjs'
import { netFetch } from '../../lib/adapters/electron/netFetch.js'
import { transport as sound } from '../../lib/http/transport/nativeFetch.js'
import { type Http, type HttpResponse, wireHeaders, wireUrl } from '../../lib/index.js'
import { transports } from '../helpers/transports.js'
import { transportLaws } from './transportLaws.js'

const own = [...transports, ['netFetch', netFetch({ fetch: (url, init) => fetch(url, init) })]] as const

/** Those over Node's own `fetch`, which closes the connection at a `100 Continue`; the `fetch` of browsers does not. */
const overNodeFetch: ReadonlyArray<string> = ['nativeFetch', 'httpClient', 'netFetch']
const isUnmet = (transport: string, law: string): boolean =>
  law.includes('100 Continue') && overNodeFetch.includes(transport)

describe.each(own)('%s', (title, transport) => {
  it.each(transportLaws.map(({ name, check }) => [name, check] as const))('%s', async (name, check) => {
    if (isUnmet(title, name)) await expect(check(transport)).rejects.toThrow('UND_ERR_SOCKET')
    else await check(transport)
  })
})

const toResponse = async (response: Response): Promise<HttpResponse> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers.entries()),
  body: await response.text(),
})

const asking =
  (url: (request: Parameters<Http>[0]) => string, init: RequestInit = {}): Http =>
  (request) =>
    from(fetch(url(request), { headers: wireHeaders(request), ...init }).then(toResponse))

describe('transportLaws', () => {
  it.each<readonly [what: string, broken: Http, law: string]>([
    ['one that sends at once', asking(wireUrl), 'sends nothing before it is subscribed to'],
    ['one that forgets secrets', asking(({ url }) => url), 'with secrets revealed'],
    ['one that sends no body', asking(wireUrl), 'sends the body'],
    ['one that follows redirects', asking(wireUrl), 'follows no redirect'],
    ['one that knows no bound', asking(wireUrl), 'maxBodySize'],
    ['one that fails with what it gets', asking(wireUrl), 'nobody listens'],
    [
      'one that answers twice',
      (request) => concat(sound(request), of({ status: 200, headers: {}, body: '' })),
      'one answer',
    ],
  ])('find %s', async (_, broken, words) => {
    const reported = await Promise.allSettled(
      transportLaws.filter(({ name }) => name.includes(words)).map(({ check }) => check(broken)),
    )
    expect(reported.map(({ status }) => status)).toContain('rejected')
  })
})
