// Where the links of a list may lead, and where they may not.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { follow, page } from '../support/follow.mjs'
import { rxjs } from '../support/installed.mjs'
import { rawBank, rawServer } from '../support/rawServer.mjs'
import { failure, victimsUser } from '../support/victim.mjs'

const { filter, firstValueFrom, Subject, tap } = rxjs
const stays = 'README: credentials go to the origin and the path prefix of baseUrl, and nowhere else'

const outside = {
  'another port': ({ foreign }) => `http://127.0.0.1:${foreign}/bank/v2/stocks?after=1`,
  'another name of the host': ({ own }) => `http://localhost:${own}/bank/v2/stocks?after=1`,
  'another scheme': ({ own }) => `https://127.0.0.1:${own}/bank/v2/stocks?after=1`,
  'no scheme': ({ foreign }) => `//127.0.0.1:${foreign}/bank/v2/stocks?after=1`,
  'three slashes': ({ foreign }) => `///127.0.0.1:${foreign}/bank/v2/stocks?after=1`,
  backslashes: ({ foreign }) => `\\\\127.0.0.1:${foreign}\\bank\\v2\\stocks?after=1`,
  'a slash and a backslash': ({ foreign }) => `/\\127.0.0.1:${foreign}/bank/v2/stocks?after=1`,
  'a scheme with backslashes': ({ foreign }) => `http:\\\\127.0.0.1:${foreign}\\bank\\v2\\stocks`,
  'a tab between the slashes': ({ foreign }) => `/\t/127.0.0.1:${foreign}/bank/v2/stocks`,
  'a line feed between the slashes': ({ foreign }) => `/\n/127.0.0.1:${foreign}/bank/v2/stocks`,
  'blanks before it': ({ foreign }) => `  http://127.0.0.1:${foreign}/bank/v2/stocks`,
  'the own origin as user and password': ({ own, foreign }) =>
    `http://127.0.0.1:${own}@127.0.0.1:${foreign}/bank/v2/stocks`,
  'the own origin and a backslash before an @': ({ own, foreign }) =>
    `http://127.0.0.1:${foreign}\\@127.0.0.1:${own}/bank/v2/stocks`,
  'the own origin as the beginning of a name': ({ own }) => `http://127.0.0.1:${own}.bank.example/bank/v2/stocks`,
  'IPv6 of this machine': ({ own }) => `http://[::1]:${own}/bank/v2/stocks`,
  'IPv4 within IPv6': ({ own }) => `http://[::ffff:127.0.0.1]:${own}/bank/v2/stocks`,
  'a port that is none': () => 'http://127.0.0.1:99999/bank/v2/stocks',
  'no host': () => 'http://',
  'another prefix': () => '/other/v2/stocks?after=1',
  'a prefix that begins alike': () => '/bankrupt/v2/stocks?after=1',
  'a prefix in capitals': () => '/BANK/v2/stocks?after=1',
  'dots out of the prefix': () => '/bank/../other/v2/stocks?after=1',
  'encoded dots out of the prefix': () => '/bank/%2e%2E/other/v2/stocks?after=1',
  'dots and backslashes out of the prefix': () => '/bank\\..\\other\\v2\\stocks?after=1',
  'dots beyond the root': () => '/bank/../../../../other/v2/stocks',
  'an encoded slash after dots': () => '/bank/..%2fother/v2/stocks?after=1',
  'an encoded slash in the prefix': () => '/bank%2fv2/stocks?after=1',
  'javascript:': () => 'javascript:fetch("//evil.example")',
  'data:': () => 'data:application/json,{"resources":[]}',
  'file:': () => 'file:///etc/passwd',
  'ftp:': ({ own }) => `ftp://127.0.0.1:${own}/bank/v2/stocks`,
  'ws:': ({ own }) => `ws://127.0.0.1:${own}/bank/v2/stocks`,
  'blob:': ({ own }) => `blob:http://127.0.0.1:${own}/bank/v2/stocks`,
  'a user and a password of its own': ({ own }) => `http://eve:pass@127.0.0.1:${own}/bank/v2/stocks?after=1`,
}

/** Links whose request may be sent, as long as it is one to the bank, and one alone. */
const odd = {
  'a header by CR and LF': '/bank/v2/stocks?after=1\r\nX-Evil: 1\r\n\r\nGET /evil HTTP/1.1\r\n',
  'an encoded CR and LF': '/bank/v2/stocks?after=1%0d%0aX-Evil:%201',
  'a null byte': '/bank/v2/stocks?after=\u0000',
  'a blank and a version': '/bank/v2/stocks?after=1 HTTP/1.1\tX-Evil:1',
  'a lone surrogate': '/bank/v2/stocks?after=\ud800',
  'letters of other scripts': '/bank/v2/stocks?after=жж\u202e',
  'a broken percent': '/bank/v2/stocks?after=%zz%',
  'a megabyte': `/bank/v2/stocks?after=${'x'.repeat(1_000_000)}`,
  'a query alone': '?after=1',
  'no leading slash': 'v2/stocks?after=1',
  'a fragment alone': '#1',
  blanks: '   ',
}

export const cases = [
  ...table(stays, 'not followed', outside, async (link, after) => {
    const { bank, foreign, ended } = await follow(after, link)
    assert.equal(ended.end, 'PagingError', ended.error?.stack)
    assert.ok(['foreign-address', 'malformed-link'].includes(ended.reason), ended.reason)
    assert.deepEqual([foreign.seen.length, bank.seen.length], [0, 2])
  }),
  ...table(stays, 'no more than one request', odd, async (link, after) => {
    const { bank, foreign, ended } = await follow(after, () => link)
    const paths = bank.seen.slice(2).map(({ path }) => path)
    assert.ok(paths.length <= 1 && paths.every((path) => path.startsWith('/bank/v2/')), paths.join().slice(0, 200))
    assert.ok(bank.seen.every(({ head }) => !/^x-evil/im.test(head)))
    assert.deepEqual([foreign.seen.length, ended.values.length], [0, ended.end === 'complete' ? 2 : 1])
  }),
  ...family(stays, {
    'a watcher is sent elsewhere': async (after) => {
      const foreign = await rawServer(after, () => page(null))
      const bank = await rawBank(after, () => page(`http://127.0.0.1:${foreign.port}/v2/x`))
      const ended = await failure(victimsUser(after, bank.origin).stocks.watchUpdated(), 'PagingError')
      assert.deepEqual([ended.reason, foreign.seen.length], ['foreign-address', 0])
    },
    'a screen is sent elsewhere': async (after) => {
      const foreign = await rawServer(after, () => page(null))
      const bank = await rawBank(after, () => page(`//127.0.0.1:${foreign.port}/v2/x`))
      const commands$ = new Subject()
      const states$ = victimsUser(after, bank.origin).stocks.navigate(commands$)
      const failed$ = states$.pipe(
        tap(({ error }) => error._tag === 'None' && commands$.next('next')),
        filter(({ error }) => error._tag === 'Some'),
      )
      const { error } = await firstValueFrom(failed$)
      assert.deepEqual([error.value._tag, foreign.seen.length], ['PagingError', 0])
    },
  }),
]
