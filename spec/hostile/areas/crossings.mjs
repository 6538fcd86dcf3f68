// Errors from elsewhere, subscribers that throw, loops that are left in odd ways.
import assert from 'node:assert/strict'
import { assertCloaked, secret } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { node, rxbank, rxjs, transports } from '../support/installed.mjs'
import { answer, rawBank, rawServer, tokenAnswer } from '../support/rawServer.mjs'
import { failure, outcome, victim } from '../support/victim.mjs'

const { bridge2018, clientErrorFromJson, isClientError, isTransient } = rxbank
const rebuilt = 'errors.md: JSON.stringify an error on one side of a process, and rebuild it on the other'
const lone = 'errors.md: isClientError also knows errors that another copy of the package made'
const queries = 'users.md: in a body or in the query, no event, error or trace shows a password'
const pulled = 'paging.md: a loop pulls, leaving it aborts; the error is thrown again by each further next()'

const status = { _tag: 'StatusError', operation: 'x', status: 400 }
const texts = {
  null: null,
  'a text': 'x',
  'an array': [],
  'no tag': {},
  'an unknown tag': { ...status, _tag: 'Evil' },
  'a tag by prototype': { ...status, _tag: '__proto__' },
  'another by prototype': { ...status, _tag: 'constructor' },
  'a tag alone': { _tag: 'StatusError' },
  'a status in words': { ...status, status: '400' },
  'an operation that is none': { ...status, operation: {} },
  'issues that are none': { _tag: 'DecodeError', operation: 'x', reason: 'shape', issues: [5] },
  'a reason that is none': { _tag: 'PagingError', operation: 'x', reason: 'evil' },
}
const thrower = new Proxy(
  {},
  {
    get: () => {
      throw new Error('theirs')
    },
    getPrototypeOf: () => {
      throw new Error('theirs')
    },
    has: () => {
      throw new Error('theirs')
    },
  },
)
const strangers = {
  undefined: undefined,
  null: null,
  'a text': 'StatusError',
  'a plain object': { ...status, message: 'x' },
  'an error of theirs': Object.assign(new Error('x'), { _tag: 'Evil' }),
  'a function': () => undefined,
  'no prototype': Object.assign(Object.create(null), status),
}

const refusals = {
  'nobody there': null,
  'an end': (request, socket) => void socket.end(),
  'an answer that quotes the question': ({ path }) => answer({ type: path, message: path }, { status: `400 ${path}` }),
  'a redirect to the question': ({ path }) => answer('', { status: '302 Found', headers: { Location: path } }),
  'a link with the question': ({ path }) => answer({ resources: [], pagination: { next_uri: path } }),
  'a link elsewhere with the question': ({ path }) =>
    answer({ resources: [], pagination: { next_uri: `https://evil.example${path}` } }),
  'a row with the question': ({ path }) => answer({ resources: [{ id: path }] }),
}
const rows = (next_uri) => answer({ resources: [{ id: 1, name: 'a' }], pagination: { next_uri } })

export const cases = [
  ...table(rebuilt, 'an error that is', texts, (json) => {
    const { _tag } = clientErrorFromJson(json)
    assert.equal(_tag, 'Left')
  }),
  ...table(lone, 'a stranger that is', strangers, (stranger) =>
    assert.deepEqual([isClientError(stranger), isTransient(stranger)], [false, false]),
  ),
  ...table(queries, 'of 2018, with', refusals, async (respond, after) => {
    const foreign = await rawServer(after, () => rows(null))
    const bank = await rawServer(after, (request, socket) =>
      request.path.includes('/authenticate') ? answer(tokenAnswer) : respond(request, socket),
    )
    for (const http of Object.values(transports)) {
      const client = victim(after, respond === null ? 'http://127.0.0.1:9' : bank.origin, {
        profile: bridge2018,
        http,
        timeout: 5000,
      })
      const lines = []
      const note = (...parts) => lines.push(JSON.stringify(parts))
      node.logEvents(client.events$, { debug: note, info: note, warn: note, error: note })
      const user = client.user({ email: 'a@b.example', password: secret })
      for (const stream$ of [
        client.banks.pages(),
        client.users.pages(),
        user.stocks.pages(),
        client.users.create({ email: 'c@d.example', password: secret }),
      ])
        assert.notEqual((await outcome(stream$.pipe(rxjs.takeUntil(rxjs.timer(300))))).error?.name, 'TypeError')
      assertCloaked(lines.join('\n'), 'the log')
    }
    assert.equal(foreign.seen.length, 0)
  }),
  ...family(lone, {
    'one that throws at each look': () => {
      assert.equal(
        [isClientError, isTransient]
          .map((ask) => {
            try {
              return ask(thrower)
            } catch {
              return false
            }
          })
          .includes(true),
        false,
      )
    },
  }),
  ...family(pulled, {
    'a loop that throws': async (after) => {
      const bank = await rawBank(after, () => rows('/v2/banks?after=1'))
      const { banks } = victim(after, bank.origin)
      const read = async () => {
        for await (const page of banks.pages()) throw new RangeError(String(page.number))
      }
      await assert.rejects(read, RangeError)
      assert.equal(bank.seen.length, 1)
    },
    'ten nexts at once': async (after) => {
      const bank = await rawBank(after, (request, socket, n) => rows(n < 3 ? `/v2/banks?after=${n}` : null))
      const pages = victim(after, bank.origin).banks.pages()[Symbol.asyncIterator]()
      const all = await Promise.all(Array.from({ length: 10 }, () => pages.next()))
      assert.deepEqual(
        all.map(({ done, value }) => (done ? 0 : value.number)),
        [1, 2, 3, 0, 0, 0, 0, 0, 0, 0],
      )
    },
    'an end before the beginning': async (after) => {
      const bank = await rawBank(after, () => rows(null))
      const pages = victim(after, bank.origin).banks.pages()[Symbol.asyncIterator]()
      await pages.return()
      assert.deepEqual([(await pages.next()).done, bank.seen.length], [true, 0])
    },
    'an end in the middle of a question': async (after) => {
      const bank = await rawBank(after, () => undefined)
      const pages = victim(after, bank.origin).banks.pages()[Symbol.asyncIterator]()
      const asked = bank.next('asked')
      const waiting = pages.next()
      await asked
      const gone = bank.next('gone')
      await pages.return()
      await gone
      assert.equal((await waiting).done, true)
    },
    'an error, asked for again': async (after) => {
      const bank = await rawBank(after, () => answer({}, { status: '404 No' }))
      const pages = victim(after, bank.origin).banks.pages()[Symbol.asyncIterator]()
      for (let n = 0; n < 3; n++) await assert.rejects(pages.next(), { status: 404 })
      assert.equal(bank.seen.length, 1)
    },
  }),
  ...family('README: the error channel is the stream’s; what a subscriber throws is the subscriber’s', {
    'a subscriber of events$ and a logger that throw': async (after) => {
      const bank = await rawBank(after, () => rows(null))
      const client = victim(after, bank.origin)
      const unhandled = []
      rxjs.config.onUnhandledError = (error) => unhandled.push(error.message)
      after(() => (rxjs.config.onUnhandledError = null))
      const broken = () => {
        throw new Error('theirs')
      }
      client.events$.subscribe(broken)
      node.logEvents(client.events$, { debug: broken, info: broken, warn: broken, error: broken })
      const { end } = await outcome(client.banks.pages())
      await new Promise((resolve) => setTimeout(resolve))
      assert.deepEqual([end, new Set(unhandled)], ['complete', new Set(['theirs'])])
    },
    'a pace that throws, rejects, and hangs': async (after) => {
      const bank = await rawBank(after, () => rows('/v2/banks?after=1'))
      const { banks } = victim(after, bank.origin)
      const theirs = () => {
        throw new RangeError('theirs')
      }
      assert.equal((await outcome(banks.pages({ pace: theirs }))).end, 'RangeError')
      assert.equal((await outcome(banks.pages({ pace: async () => theirs() }))).end, 'RangeError')
      await failure(banks.pages({ pace: 5 }), 'ConfigError')
    },
  }),
]
