// Options, triggers and cursors of a watcher.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { feed, minutes, mirrored } from '../support/feed.mjs'
import { dies } from '../support/histories.mjs'
import { rxjs } from '../support/installed.mjs'

const optional = 'polling.md: an option that is wrong is a ConfigError; nothing is sent'

const wrong = {
  'every: 0': { every: 0 },
  'every: NaN': { every: NaN },
  'every: a text': { every: '1m' },
  'limit: 0': { limit: 0 },
  'limit: 501': { limit: 501 },
  'limit: 1.5': { limit: 1.5 },
  'maxPages: 0': { maxPages: 0 },
  'overlap: -1': { overlap: -1 },
  'overlap: NaN': { overlap: NaN },
  'since: no date': { since: new Date(NaN) },
  'since: a text': { since: '2026-01-01' },
  'a store without process': { store: { load: () => rxjs.of(), save: () => rxjs.of() } },
  'a store that is none': { store: {}, process: () => rxjs.of() },
  'process: a text': { process: 'x' },
  'trigger$: none': { trigger$: 5 },
  'onInvalidRow: ignore': { onInvalidRow: 'ignore' },
  'a misspelt option': { evry: 1000 },
  'credentials in headers': { headers: { Authorization: 'x' } },
  'timeout: 0': { timeout: 0 },
  'an empty key': { key: '', store: { load: () => rxjs.of(), save: () => rxjs.of() }, process: () => rxjs.of() },
}

export const cases = [
  ...table(optional, 'refused', wrong, (options) => {
    const service = feed()
    const { ended } = mirrored(service, options)
    assert.deepEqual([ended[0]?._tag, service.sent.length], ['ConfigError', 0])
  }),
  ...family('polling.md: a trigger starts no round within a second of the last one', {
    'ten thousand triggers in a turn': () => {
      const service = feed()
      const trigger$ = new rxjs.Subject()
      const { watching } = mirrored(service, { trigger$ })
      for (let n = 0; n < 10_000; n++) trigger$.next(n)
      service.clock.advance(10_000)
      watching.unsubscribe()
      assert.ok(service.sent.length <= 4, `${service.sent.length} rounds`)
    },
    'a trigger each ten milliseconds': () => {
      const service = feed()
      const { watching } = mirrored(service, { trigger$: rxjs.interval(10, service.clock.scheduler) })
      service.clock.advance(60_000)
      watching.unsubscribe()
      assert.ok(service.sent.length <= 62, `${service.sent.length} rounds`)
    },
    'a trigger that ends': () => {
      const service = feed()
      const { watching, ended } = mirrored(service, { trigger$: rxjs.EMPTY })
      minutes(service, 5)
      watching.unsubscribe()
      assert.deepEqual([ended.length, service.sent.length > 3], [0, true])
    },
    'a trigger that fails': () => {
      const { ended } = mirrored(feed(), { trigger$: rxjs.throwError(() => new RangeError('theirs')) })
      assert.equal(ended[0]?.name, 'RangeError')
    },
  }),
  ...family('polling.md: begins the round again, twice at most; events$ tells of it', {
    'a cursor that dies for ever': () => {
      const service = feed()
      service.limit = 1
      for (let n = 0; n < 9; n++) service.put(n, 'b')
      dies(service, 410, Infinity)
      const { ended } = mirrored(service)
      minutes(service, 30)
      assert.deepEqual([ended[0]?._tag, ended[0]?.status, service.sent.length], ['StatusError', 410, 6])
    },
    'a service that is gone for a week': () => {
      const service = feed()
      service.instead = () => ({ status: 503, body: {} })
      const { ended, watching } = mirrored(service)
      minutes(service, 7 * 24 * 60)
      const during = service.sent.length
      service.instead = () => undefined
      service.put(1, 'back')
      minutes(service, 3)
      watching.unsubscribe()
      assert.deepEqual(ended, [])
      assert.ok(during <= 7 * 24 * 60 * 6 && service.sent.length > during, `${during} requests in a week`)
    },
  }),
]
