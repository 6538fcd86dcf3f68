// Pages of an Electron app that say what they must not.
import assert from 'node:assert/strict'
import { table } from '../support/cases.mjs'
import { hostilePage, mainProcess, pages } from '../support/pages.mjs'
import { othersAreServed } from '../support/windows.mjs'

const decoded = 'electron.md: a page that says what it must not has its port closed; the rest of the app goes on'
const narrow = 'electron.md: a page has no token$, users, send, headers, process, store; it never chooses its user'
const deep = (depth) => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))
const cyclic = {}
cyclic.self = cyclic

/** What ends a port. */
const garbage = {
  nothing: undefined,
  null: null,
  'a number': 5,
  'a text': 'Hello',
  'an array': [],
  'an array of messages': [pages(1)],
  'an empty object': {},
  'an unknown tag': { _tag: 'Evil' },
  'a tag by prototype': { _tag: 'constructor' },
  'a tag that is none': { _tag: { toString: 'x' } },
  'another version': { _tag: 'Hello', version: 2 },
  'a version in words': { _tag: 'Hello', version: '1' },
  'a regular expression': /x/,
  'a map': new Map([['_tag', 'Hello']]),
  'a date': new Date(0),
  'an error': new Error('x'),
  bytes: new Uint8Array(10),
  'shared memory': new SharedArrayBuffer(8),
  'a circle': cyclic,
  'a thousand levels': deep(1000),
  'no id': pages(undefined),
  'an id in letters': pages('1'),
  'a negative id': pages(-1),
  'an id of NaN': pages(NaN),
  'an id of a fraction': pages(1.5),
  'an id beyond 2^53': pages(2 ** 60),
  'an id that is an object': pages({}),
  'an id by prototype': pages('__proto__'),
  'no operation': pages(1, { operation: undefined }),
  'an operation of prototypes': pages(1, { operation: 'constructor' }),
  'another of prototypes': pages(1, { operation: '__proto__' }),
  'one that is not served: token$': pages(1, { operation: 'token$' }),
  'not served: send': pages(1, { operation: 'send' }),
  'not served: changePassword': pages(1, { operation: 'changePassword' }),
  'not served: poll': pages(1, { operation: 'poll' }),
  'not served: delete': pages(1, { operation: 'delete' }),
  'a list that is not served': pages(1, { list: 'users' }),
  'a list of prototypes': pages(1, { list: '__proto__' }),
  'another list of prototypes': pages(1, { list: 'hasOwnProperty' }),
  'settings that are none': pages(1, { settings: 5 }),
  'more than was taken': { _tag: 'Acknowledge', id: 1, count: 1e9 },
  'less than nothing taken': { _tag: 'Acknowledge', id: 1, count: -1 },
  'a taking of NaN': { _tag: 'Acknowledge', id: 1, count: NaN },
  'a command that is none': { _tag: 'Input', id: 1, value: 'evil' },
}

/** Settings that a page may not have: each fails its stream, or closes the port; nothing is sent. */
const settings = {
  headers: { headers: { Authorization: 'x' } },
  process: { process: 1 },
  store: { store: {} },
  key: { key: 'x' },
  http: { http: 1 },
  user: { user: { externalUserId: 'EVE' } },
  identity: { externalUserId: 'EVE' },
  'a limit in words': { limit: 'x' },
  'a limit of a million': { limit: 1e6 },
  'a limit of NaN': { limit: NaN },
  'maxPages of 0': { maxPages: 0 },
  'prefetch of a million': { prefetch: 1e6 },
  'a time-out below 0': { timeout: -1 },
  'an unknown one': { evil: 1 },
  'one by prototype': JSON.parse('{"__proto__":{"headers":{"x":"y"}},"limit":0}'),
}

export const cases = [
  ...table(decoded, 'closed by', garbage, async (message, after) => {
    const main = mainProcess(after)
    const evil = hostilePage(main)
    evil.say(message)
    if (message?._tag === 'Acknowledge' || message?._tag === 'Input') evil.say({ _tag: 'Evil' })
    await evil.closed
    await othersAreServed(main)
    assert.equal(main.sent.length, 1)
  }),
  ...table(
    decoded,
    'closed without a greeting by',
    {
      'a question': pages(1),
      'nothing but an end': { _tag: 'Unsubscribe', id: 1 },
      'another version': { _tag: 'Hello', version: 99 },
    },
    async (message, after) => {
      const main = mainProcess(after)
      const evil = hostilePage(main, [message])
      await evil.closed
      assert.equal(main.sent.length, 0)
    },
  ),
  ...table(narrow, 'with the setting', settings, async (given, after) => {
    const main = mainProcess(after)
    for (const operation of ['pages', 'watchUpdated']) {
      const evil = hostilePage(main)
      evil.say({ ...pages(1), operation, settings: given })
      await evil.until(({ _tag }) => _tag !== 'Hello')
      assert.deepEqual([main.sent, evil.heard.filter(({ _tag }) => _tag === 'Next')], [[], []])
    }
    await othersAreServed(main)
  }),
]
