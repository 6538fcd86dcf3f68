// Errors from elsewhere, and subscribers that throw.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { node, rxbank, rxjs } from '../support/installed.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { failure, outcome, victim } from '../support/victim.mjs'

const { clientErrorFromJson, isClientError, isTransient } = rxbank
const rebuilt = 'errors.md: JSON.stringify an error on one side of a process, and rebuild it on the other'
const lone = 'errors.md: isClientError also knows errors that another copy of the package made'
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

const strangers = {
  undefined: undefined,
  null: null,
  'a text': 'StatusError',
  'a plain object': { ...status, message: 'x' },
  'an error of theirs': Object.assign(new Error('x'), { _tag: 'Evil' }),
  'a function': () => undefined,
  'no prototype': Object.assign(Object.create(null), status),
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
      node.logEvents(client.events$, { debug: broken, info: broken, warn: broken, error: broken }, { level: 'debug' })
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
