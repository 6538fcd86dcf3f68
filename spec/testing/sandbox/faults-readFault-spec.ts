import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import type { Fault } from '../../../lib/sandbox.js'
import { operations } from '../../../lib/testing/sandbox/sandboxOperations.js'
import { ask, virtualSandbox } from './caller.js'

/** What is wrong with a fault, as a sandbox says it; nothing of it was added. */
const issuesOf = (fault: unknown) => {
  const sandbox = virtualSandbox()
  try {
    sandbox.faults.add(fault as Fault)
  } catch (error) {
    expect(ask(sandbox, '/v2/banks').status).toBe(200)
    if (error instanceof ConfigError) return error.issues
    throw error
  }
  return []
}

const every: ReadonlyArray<Fault> = [
  { kind: 'latency', ms: 0 },
  { kind: 'latency', ms: 0.5, side: 'response' },
  { kind: 'no-date' },
  { kind: 'skew', ms: -5 },
  { kind: 'silence' },
  { kind: 'disconnect' },
  { kind: 'unauthorized' },
  { kind: 'rate-limit' },
  { kind: 'rate-limit', retryAfter: 0 },
  { kind: 'rate-limit', retryAfter: '7' },
  { kind: 'rate-limit', retryAfter: 'Sun, 06 Nov 1994 08:49:37 GMT' },
  { kind: 'headers', headers: { 'X-Note': 'caf\u00e9\t1', etag: '' } },
  { kind: 'redirect', to: 'https://a.example/b?c=d' },
  { kind: 'server-error', status: 599 },
  { kind: 'status', status: 200, body: '', headers: { a: 'b' } },
  { kind: 'redirect', to: '', status: 308 },
  { kind: 'html' },
  { kind: 'empty' },
  { kind: 'huge', bytes: 1e12 },
  { kind: 'gzip-bomb', bytes: 0 },
  { kind: 'dead-cursor', status: 400 },
  { kind: 'cut' },
  { kind: 'cut', bytes: 0, length: 'declared', ending: 'reset' },
  { kind: 'cut', bytes: 7, length: 'undeclared', ending: 'end' },
  { kind: 'truncated' },
  { kind: 'wrong-type', field: 'id', value: undefined },
  { kind: 'wrong-type', field: 'id', value: [], row: 0 },
  { kind: 'repeated-cursor' },
  { kind: 'cycle' },
  { kind: 'foreign-link', url: '' },
  { kind: 'empty-pages', count: Infinity },
  { kind: 'rows-inserted', count: 0 },
  { kind: 'rows-repeated', count: 3 },
  { kind: 'rows-skipped', count: 3 },
  { kind: 'no-rows', duration: 5000 },
  { kind: 'headers', headers: { a: 'b' } },
  { kind: 'keys-reordered' },
  { kind: 'late-token', ms: 300 },
  { kind: 'forbidden' },
  { kind: 'html', status: 403 },
  { kind: 'empty', on: 'transactions.updated' },
  { kind: 'empty', on: '/v2/items/:id' },
  ...Object.keys(operations).map((on) => ({ kind: 'empty', on }) as Fault),
  { kind: 'empty', on: /x/, times: Infinity, after: 0, probability: 0 },
  { kind: 'empty', on: () => true, times: 0, after: Infinity, probability: 1 },
]

const kind = 'a kind of fault'
const on = 'a path, a pattern for paths, a function, or a route'
const retry = 'a number of seconds, 0 or more, or an HTTP date'
const headerText = 'a header value: Latin-1 text without line breaks'
const headers = 'headers by name: names without spaces, values in Latin-1 without line breaks'
const count = 'an integer, 0 or more, or Infinity'

describe('readFault', () => {
  it('takes every kind of fault, with every option and on every route', () => {
    expect(every.map((fault) => [fault, issuesOf(fault)])).toStrictEqual(every.map((fault) => [fault, []]))
  })

  it.each([
    [{ kind: 'server-eror' }, '/kind', `${kind}; did you mean server-error?`],
    [{ kind: 'Silence' }, '/kind', `${kind}; did you mean silence?`],
    [{ kind: 'empty', on: 'transactons' }, '/on', `${on}; did you mean transactions?`],
    [{ kind: 'empty', on: 'refreshstatus' }, '/on', `${on}; did you mean refreshStatus?`],
    [{ kind: 'empty', on: 'transactions.updatd' }, '/on', `${on}; did you mean transactions.updated?`],
    [{ kind: 'empty', duration: 0 }, '/duration', 'milliseconds, 1 or more (is 0)'],
    [{ kind: 'late-token' }, '/ms', 'milliseconds, 0 or more (missing)'],
    [{ kind: 'html', status: 99 }, '/status', 'a whole number, 200 to 599 (is 99)'],
    [{ kind: 'empty', time: 2 }, '/time', 'no such option; did you mean times?'],
    [{ kind: 'empty', kinds: 2 }, '/kinds', 'no such option; did you mean kind?'],
    [{ kind: 'latency', msec: 2, ms: 1 }, '/msec', 'no such option'],
    [{ kind: 'empty', ms: 2 }, '/ms', 'no such option'],
    [{ kind: 'latency' }, '/ms', 'milliseconds, 0 or more (missing)'],
    [{ kind: 'latency', ms: 1, side: 'both' }, '/side', "'request' or 'response'"],
    [{ kind: 'cut', bytes: -1 }, '/bytes', 'a whole number, 0 or more (is -1)'],
    [{ kind: 'cut', length: 'long' }, '/length', "'declared' or 'undeclared'"],
    [{ kind: 'cut', ending: 'close' }, '/ending', "'end' or 'reset'"],
    [{ kind: 'skew', ms: NaN }, '/ms', 'number'],
    [{ kind: 'status', status: 99 }, '/status', 'a whole number, 200 to 599 (is 99)'],
    [{ kind: 'status', status: 200, headers: { a: 1 } }, '/headers', headers],
    [{ kind: 'huge', bytes: Infinity }, '/bytes', 'a whole number, 0 or more (is Infinity)'],
    [{ kind: 'wrong-type', field: '', value: 1 }, '/field', 'a string that is not empty'],
    [{ kind: 'empty-pages', count: 1.5 }, '/count', count],
    [{ kind: 'rows-inserted', count: Infinity }, '/count', 'a whole number, 0 or more (is Infinity)'],
    [{ kind: 'rows-repeated' }, '/count', 'a whole number, 0 or more (missing)'],
    [{ kind: 'empty', times: -1 }, '/times', count],
    [{ kind: 'empty', times: 1.5 }, '/times', count],
    [{ kind: 'empty', after: NaN }, '/after', count],
    [{ kind: 'empty', probability: 2 }, '/probability', 'a number from 0 to 1'],
    [{ kind: 'empty', probability: -0.1 }, '/probability', 'a number from 0 to 1'],
    [{ kind: 'empty', probability: NaN }, '/probability', 'a number from 0 to 1'],
  ])('refuses %p', (fault, path, expected) => {
    expect(issuesOf(fault)).toStrictEqual([{ path, expected }])
  })

  it.each([new Date(0), -1, 1.5, NaN, Infinity, 'x', 'soon', '', '1\r\n', '2026-01-15'])(
    'refuses %p as the time to wait',
    (retryAfter) => {
      expect(issuesOf({ kind: 'rate-limit', retryAfter })).toStrictEqual([{ path: '/retryAfter', expected: retry }])
    },
  )

  it.each(['a\r\nset-cookie: b', 'a\nb', '\0', '\u0100'])('refuses %j in a header', (text) => {
    for (const fault of [
      { kind: 'headers', headers: { a: text } },
      { kind: 'status', status: 200, headers: { a: text } },
    ])
      expect(issuesOf(fault)).toStrictEqual([{ path: '/headers', expected: headers }])
    expect(issuesOf({ kind: 'redirect', to: text })).toStrictEqual([{ path: '/to', expected: headerText }])
  })

  it.each(['', 'a b', 'a\n', 'a:', 'é'])('refuses %j as the name of a header', (name) => {
    expect(issuesOf({ kind: 'headers', headers: { [name]: 'b' } })).toStrictEqual([
      { path: '/headers', expected: headers },
    ])
  })

  it.each([{ kind: 'nothing like it' }, { kind: 'toString' }, { kind: 7 }, {}, null, 'silence', []])(
    'names the kinds that there are to %p',
    (fault) => {
      expect(issuesOf(fault)).toStrictEqual([
        { path: '/kind', expected: expect.stringMatching(/^a kind of fault: latency, no-date, .*, no-rows$/) },
      ])
    },
  )

  it.each(['nothing like it', 'toString', 7, null])('names a route to %p', (value) => {
    expect(issuesOf({ kind: 'empty', on: value })).toStrictEqual([
      { path: '/on', expected: `${on} such as transactions` },
    ])
  })

  it('names all that is wrong', () => {
    const paths = issuesOf({ kind: 'latency', on: 'bnak', times: 'all' }).map(({ path }) => path)
    expect(paths).toStrictEqual(['/ms', '/on', '/times'])
  })
})
