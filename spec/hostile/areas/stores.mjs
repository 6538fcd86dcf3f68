// What a store may do: throw, hang, answer with something else.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { bookmarkAt } from '../support/checkpointFile.mjs'
import { feed, minutes, mirrored } from '../support/feed.mjs'
import { option, rxjs } from '../support/installed.mjs'
import { noted, someRounds } from '../support/noted.mjs'

const { EMPTY, NEVER, of, Subject, throwError } = rxjs
const { some } = option

const before =
  'polling.md: the checkpoint never passes a row that was not acknowledged; when process errors the stream ends'

const stores = 'errors.md: an error of your store comes out of the stream as it is'
const rejected = () => Promise.reject(new RangeError('theirs'))

const loads = {
  throws: () => {
    throw new RangeError('theirs')
  },
  rejects: rejected,
  hangs: () => NEVER,
  undefined: () => undefined,
  'emits undefined': () => of(undefined),
  'emits null': () => of(null),
  'emits nothing': () => EMPTY,
  'a bookmark alone': () => of(bookmarkAt(0)),
  'a date': () => of(some(new Date(0))),
  'a text': () => of(some('2026-01-01T00:00:00Z')),
  'a number': () => of(some(5)),
  'no time': () => of(some(bookmarkAt(NaN))),
  'a time that no service can read': () => of(some(bookmarkAt(8.64e15))),
  'a time before the year 0': () => of(some(bookmarkAt(-8e15))),
  'a time that no Date has': () => of(some(bookmarkAt(8.65e15))),
  'a bookmark of another list': () => of(some({ ...bookmarkAt(0), list: '/v2/transactions/updated' })),
  'a row of the prototype': () => of(some({ ...bookmarkAt(0), rows: [['__proto__', 0, 0]] })),
  'rows in an object': () => of(some({ ...bookmarkAt(0), rows: { length: 1, 0: ['1', 0, 0] } })),
}

const futures = { 'an hour ahead': 3_600_000, 'a year ahead': 365 * 86_400_000 }

const saves = {
  throws: () => {
    throw new RangeError('theirs')
  },
  rejects: rejected,
  errors: () => throwError(() => new RangeError('theirs')),
  'gives a number': () => 5,
}

export const cases = [
  ...table(stores, 'load', loads, async (load) => {
    const service = feed()
    service.put(1, 'a')
    const { watching, ended, mirror } = mirrored(service, { process: () => EMPTY, store: noted({ load }) })
    await someRounds(service)
    watching.unsubscribe()
    const asked = service.sent.map(({ since }) => since).filter((since) => since !== undefined)
    assert.ok(
      asked.every((since) => /^\d{4}-\d\d-\d\dT/.test(since)),
      asked.join(),
    )
    assert.ok(ended.length === 1 || service.sent.length === 0 || mirror[1] === 'a', 'it goes on from nowhere')
  }),
  ...table(
    'polling.md: a stored checkpoint that the clock has not come to gives way to since',
    'stored',
    futures,
    (ms) => {
      const service = feed()
      service.put(1, 'a')
      const store = noted({ load: () => of(some(bookmarkAt(service.now() + ms))) })
      const { watching, mirror, ended } = mirrored(service, { process: () => EMPTY, store })
      minutes(service, 5)
      watching.unsubscribe()
      assert.deepEqual([mirror, ended], [{ 1: 'a' }, []])
    },
  ),
  ...table(stores, 'save', saves, async (save) => {
    const service = feed()
    service.put(1, 'a')
    const { watching, ended } = mirrored(service, { process: () => EMPTY, store: noted({ save }) })
    await someRounds(service)
    watching.unsubscribe()
    assert.deepEqual([ended.length, service.sent.length], [1, 1])
  }),
  ...family(before, {
    'save hangs: nothing more is asked': async () => {
      const service = feed()
      service.put(1, 'a')
      const { watching } = mirrored(service, { process: () => EMPTY, store: noted({ save: () => NEVER }) })
      await someRounds(service, 9)
      watching.unsubscribe()
      assert.equal(service.sent.length, 1)
    },
    'process takes the batch apart': async () => {
      const service = feed()
      const process = ({ resources }) => {
        try {
          for (const one of resources) Object.assign(one, { id: 99, updated_at: new Date(9e12), label: 'mine' })
          resources.length = 0
        } catch {
          // It may be frozen.
        }
        return EMPTY
      }
      const store = noted()
      service.put(1, 'a')
      const { watching } = mirrored(service, { process, store })
      minutes(service, 3)
      service.put(1, 'b')
      minutes(service, 3)
      watching.unsubscribe()
      assert.ok(
        store.saved.every(({ position }) => position.moment <= service.now()),
        store.saved.join(),
      )
    },
    'process unsubscribes': async () => {
      const service = feed()
      service.put(1, 'a')
      const store = noted()
      const stop$ = new Subject()
      const process = () => {
        stop$.next()
        return EMPTY
      }
      service.stocks().watchUpdated({ process, store }).pipe(rxjs.takeUntil(stop$)).subscribe()
      await someRounds(service)
      assert.deepEqual([store.saved, service.clock.pending()], [[], 0])
    },
  }),
]
