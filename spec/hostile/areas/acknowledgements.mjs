// What `process` may do: throw, hang, lie. A checkpoint never passes what was not acknowledged.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { row } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { feed, inTime, minutes, mirrored, settled } from '../support/feed.mjs'
import { node, rxjs } from '../support/installed.mjs'
import { noted, someRounds } from '../support/noted.mjs'
import { folder } from '../support/program.mjs'

const { EMPTY, NEVER, of, throwError } = rxjs

const before =
  'polling.md: the checkpoint never passes a row that was not acknowledged; when process errors the stream ends'

const again = 'reliability.md: after a crash rows come again, and none is missing'
const never = new Promise(() => undefined)
const rejected = () => Promise.reject(new RangeError('theirs'))
const later = (error) => new Promise((resolve, reject) => setImmediate(error === undefined ? resolve : reject, error))

/** What does not acknowledge a batch: it errors, or hangs, or is nothing that could. */
const unacknowledged = {
  'an async iterator': async function* () {
    yield 1
  },
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
  'an array of promises, of which the last hangs': () => [Promise.resolve(1), later(), never],
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
    assert.ok(store.saved.length > 0 && store.saved[0].position.moment <= service.now())
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
