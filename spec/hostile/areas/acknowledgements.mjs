// What `process` and `store` may do: throw, hang, lie, answer with something else. A checkpoint never passes what was not
// acknowledged.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { row } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { feed, inTime, minutes, mirrored, settled } from '../support/feed.mjs'
import { node, option, rxjs } from '../support/installed.mjs'

const { EMPTY, NEVER, of, Subject, throwError } = rxjs
const { none, some } = option
const before =
  'polling.md: the checkpoint never passes a row that was not acknowledged; when process errors the stream ends'
const stores = 'errors.md: an error of your store comes out of the stream as it is'
const again = 'reliability.md: after a crash rows come again, and none is missing'

const never = new Promise(() => undefined)
const rejected = () => Promise.reject(new RangeError('theirs'))
const later = (error) => new Promise((resolve, reject) => setImmediate(error === undefined ? resolve : reject, error))

/** What does not acknowledge a batch: it errors, or hangs, or is nothing that could. */
const unacknowledged = {
  throws: () => {
    throw new RangeError('theirs')
  },
  'throws no error': () => {
    throw 'theirs'
  },
  rejects: rejected,
  'rejects later': () => later(new RangeError('theirs')),
  hangs: () => never,
  'never completes': () => NEVER,
  'emits and never completes': () => rxjs.concat(of(1, 2, 3), NEVER),
  'emits and errors': () =>
    rxjs.concat(
      of(1, 2, 3),
      throwError(() => new RangeError('theirs')),
    ),
  'a promise that waits for another': () => Promise.resolve(never),
  'an array of promises that hang': () => [never],
  'an array of promises, of which the last rejects': () => [Promise.resolve(1), later(new RangeError('theirs'))],
  'an iterator that throws': function* () {
    yield 1
    throw new RangeError('theirs')
  },
  'an async iterator that throws': async function* () {
    yield 1
    throw new RangeError('theirs')
  },
  'an async iterator that hangs': async function* () {
    yield 1
    await never
  },
  'a thenable that rejects': () => ({ then: (_, reject) => reject(new RangeError('theirs')) }),
  'a thenable that hangs': () => ({ then: () => undefined }),
  'a number': () => 5,
  true: () => true,
  'an object': () => ({ ok: true }),
  'a function': () => () => undefined,
  'an error, returned': () => new Error('theirs'),
}
const acknowledged = {
  'completes at once': () => EMPTY,
  'emits and completes': () => of(1, 2, 3),
  'a promise of nothing': () => Promise.resolve(),
  'a promise of false': () => Promise.resolve(false),
  'a promise of a promise': () => Promise.resolve(later()),
  'an async iterator': async function* () {
    yield 1
  },
}

/** A store in memory that notes what is saved. */
const noted = (parts = {}) => {
  const saved = []
  return {
    saved,
    load: () => of(none),
    save: (key, date) => {
      saved.push(date)
      return EMPTY
    },
    ...parts,
  }
}
const someRounds = async (service, count = 3) => {
  for (let n = 0; n < count; n++) {
    await settled()
    await settled()
    minutes(service, 1)
  }
}

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
  'a date alone': () => of(new Date(0)),
  'no date': () => of(some(new Date(NaN))),
  'a text': () => of(some('2026-01-01T00:00:00Z')),
  'a number': () => of(some(5)),
  'a moment that no service can read': () => of(some(new Date(8.64e15))),
  'a moment before the year 0': () => of(some(new Date(-8e15))),
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

const folder = (after) => {
  const path = mkdtempSync(join(tmpdir(), 'hostile-'))
  after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export const cases = [
  ...table(before, 'process', unacknowledged, async (process) => {
    const service = feed()
    service.limit = 2
    for (let n = 0; n < 5; n++) service.put(n, row)
    const store = noted()
    const { watching, batches } = mirrored(service, { process, store })
    await someRounds(service)
    watching.unsubscribe()
    assert.deepEqual([store.saved, batches.length, service.sent.length], [[], 0, 1])
  }),
  ...table('polling.md: its completion acknowledges the batch', 'process', acknowledged, async (process) => {
    const service = feed()
    service.put(1, 'a')
    const store = noted()
    const { watching, ended } = mirrored(service, { process, store })
    await someRounds(service)
    watching.unsubscribe()
    assert.deepEqual(ended, [])
    assert.ok(store.saved.length > 0 && store.saved[0].getTime() <= service.now())
  }),
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
      const store = noted({ load: () => of(some(new Date(service.now() + ms))) })
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
        store.saved.every((date) => date.getTime() <= service.now()),
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
  ...family(again, {
    'stopped after each number of pages': async (after) => {
      const service = feed()
      service.limit = 3
      const file = join(folder(after), 'at.json')
      const sink = {}
      const process = async ({ resources }) => {
        await settled()
        for (const { id, label } of resources) sink[id] = label
      }
      for (let run = 0; run < 12; run++) {
        for (let n = 0; n < 4; n++) service.put(run * 2 + n, `v${run}`)
        const taken$ = service
          .stocks()
          .watchUpdated({ process, store: node.fileCheckpointStore(file) })
          .pipe(rxjs.take(1 + (run % 4)))
        await inTime(service, rxjs.lastValueFrom(taken$))
        minutes(service, 3)
      }
      const last$ = service.stocks().watchUpdated({ process, store: node.fileCheckpointStore(file) })
      await rxjs.firstValueFrom(last$.pipe(rxjs.filter(({ checkpoint }) => checkpoint._tag === 'Some')))
      assert.deepEqual(sink, service.truth())
    },
    'process fails every other time': async (after) => {
      const service = feed()
      service.limit = 2
      const file = join(folder(after), 'at.json')
      const sink = {}
      let calls = 0
      const process = async ({ resources }) => {
        if (calls++ % 2) throw new RangeError('theirs')
        for (const { id, label } of resources) sink[id] = label
      }
      for (let run = 0; run < 10; run++) {
        service.limit = 2 + run
        service.put(run, `v${run}`)
        const one$ = service.stocks().watchUpdated({ process, store: node.fileCheckpointStore(file) })
        await rxjs
          .firstValueFrom(one$.pipe(rxjs.filter(({ checkpoint }) => checkpoint._tag === 'Some')))
          .catch(() => undefined)
        minutes(service, 2)
      }
      service.limit = 100
      const last$ = service.stocks().watchUpdated({
        process: async (batch) => {
          calls = 0
          await process(batch)
        },
        store: node.fileCheckpointStore(file),
      })
      await rxjs.firstValueFrom(last$.pipe(rxjs.filter(({ checkpoint }) => checkpoint._tag === 'Some')))
      assert.deepEqual(sink, service.truth())
    },
  }),
]
