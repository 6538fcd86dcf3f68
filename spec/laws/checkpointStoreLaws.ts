import assert from 'node:assert/strict'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, firstValueFrom, forkJoin, from, lastValueFrom, toArray } from 'rxjs'
import type { CheckpointStore } from '../../lib/streams/polling/Bookmark.js'
import { checkLaw } from './checkLaw.js'
import { completion } from './completion.js'

/**
 * A requirement on every checkpoint store, as a test.
 *
 * - `name`: the requirement, as the name of a test.
 * - `check`: resolves if the store meets the requirement; rejects with an error that says why not, or after ten seconds. The
 *   first call of `open` opens a store that is empty; later calls open the same store again, as a restarted process
 *   does.
 */
export interface CheckpointStoreLaw {
  readonly name: string
  readonly check: (open: () => CheckpointStore) => Promise<void>
}

const day = 24 * 60 * 60 * 1000
const moment = new Date(Date.UTC(2026, 0, 31, 23, 59, 59, 999))
/** Distinct keys that some stores or database columns treat as equal. */
const longKey = 'https://bank.example/transactions.updated?'.padEnd(1000, '%20')
const keys = [
  'stocks',
  'Stocks',
  'stocks ',
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  `${longKey}1`,
  `${longKey}2`,
]
  .concat('a.b/c\\d', 'a.b/cd', 'a.b/c/d', '"\n\u0000', 'a\n', 'a\r\n')
  .concat('été 💶', 'e\u0301te\u0301 💶', 'ete 💶', 'été 💷', 'été ?', '\ud800')
  .concat('a+b', 'a b', 'a%20b', 'a%2Bb', '1', '01', '1.0')

const load = (store: CheckpointStore, key: string): Promise<Option<Date>> =>
  firstValueFrom(defer(() => store.load(key)))

const assertOneOf = (checkpoint: Option<Date>, ...moments: ReadonlyArray<Date>): void => {
  const found = checkpoint._tag === 'Some' ? checkpoint.value.getTime() : NaN
  assert.ok(
    moments.some((expected) => expected.getTime() === found),
    'the checkpoint is neither the old one nor the new one',
  )
}

const law = (name: string, check: (store: CheckpointStore, open: () => CheckpointStore) => Promise<void>) => ({
  name,
  check: (open: () => CheckpointStore) => checkLaw(name, () => check(open(), open)),
})

/**
 * The requirements on every {@link CheckpointStore}, as tests for a store of your own. They need no test framework, and
 * take about a second. Run them in a time zone other than UTC too: only then do they find a store that keeps local
 * times.
 *
 * They do not check whether saved data survives a power failure: see the documentation of your database.
 *
 * @example
 * import type { CheckpointStore } from 'rxbank'
 * import { checkpointStoreLaws } from 'rxbank/node'
 * import { none, some } from 'fp-ts/lib/Option.js'
 *
 * const tableStore = (table: Map<string, number>): CheckpointStore => ({
 *   load: async (key) => {
 *     const seconds = table.get(key)
 *     return seconds === undefined ? none : some(new Date(seconds * 1000))
 *   },
 *   save: async (key, checkpoint) => {
 *     table.set(key, Math.floor(checkpoint.getTime() / 1000)) // loses the milliseconds
 *   },
 * })
 * const broken: Array<string> = []
 * for (const { name, check } of checkpointStoreLaws) { // in a test: it(name, () => check(open))
 *   const table = new Map<string, number>()
 *   await check(() => tableStore(table)).catch(() => broken.push(name))
 * }
 * assert.ok(broken.includes('keeps a checkpoint to the millisecond'))
 */
export const checkpointStoreLaws: ReadonlyArray<CheckpointStoreLaw> = [
  law('has no checkpoint under a key that was never saved', async (store) => {
    for (const key of keys) assert.deepEqual(await load(store, key), none)
  }),
  law('has a checkpoint as soon as its save has completed, even after it is opened again', async (store, open) => {
    await completion(store.save('stocks', new Date(0)))
    assert.deepEqual(await load(open(), 'stocks'), some(new Date(0)))
    await completion(store.save('stocks', moment))
    assert.deepEqual(await load(open(), 'stocks'), some(moment))
  }),
  law('emits one checkpoint and completes', async (store) => {
    await completion(store.save('stocks', moment))
    assert.deepEqual(await lastValueFrom(from(store.load('stocks')).pipe(toArray())), [some(moment)])
  }),
  law('keeps a checkpoint to the millisecond', async (store) => {
    for (const checkpoint of [new Date(0), new Date(1), moment, new Date(-day), new Date(Date.UTC(9999, 11, 31))]) {
      await completion(store.save('stocks', checkpoint))
      assert.deepEqual(await load(store, 'stocks'), some(checkpoint))
    }
  }),
  law('distinguishes keys, whatever characters they contain', async (store) => {
    const moments = keys.map((key, index) => [key, new Date(index * day)] as const)
    for (const [key, checkpoint] of moments) await completion(store.save(key, checkpoint))
    for (const [key, checkpoint] of moments) assert.deepEqual(await load(store, key), some(checkpoint))
  }),
  law('keeps the last checkpoint that was saved, even if it is an earlier moment', async (store) => {
    await completion(store.save('stocks', moment))
    await completion(store.save('stocks', new Date(0)))
    assert.deepEqual(await load(store, 'stocks'), some(new Date(0)))
  }),
  law('keeps all checkpoints when many are saved at once', async (store) => {
    const names = Array.from({ length: 50 }, (_, index) => `user ${String(index)}`)
    await Promise.all(names.map((key, index) => completion(store.save(key, new Date(index)))))
    for (const [index, key] of names.entries()) assert.deepEqual(await load(store, key), some(new Date(index)))
  }),
  law('keeps the last checkpoint when several are saved under one key at once', async (store) => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => completion(store.save('stocks', new Date(index)))))
    assert.deepEqual(await load(store, 'stocks'), some(new Date(19)))
  }),
  law('loads the old or the new checkpoint while a save is running', async (store) => {
    await completion(store.save('stocks', new Date(0)))
    const [, checkpoint] = await Promise.all([completion(store.save('stocks', moment)), load(store, 'stocks')])
    assertOneOf(checkpoint, new Date(0), moment)
  }),
  law('keeps the old or the new checkpoint when a save is cancelled', async (store) => {
    await completion(store.save('stocks', new Date(0)))
    from(store.save('stocks', moment)).subscribe().unsubscribe()
    await completion(store.save('transactions', moment))
    const checkpoint = await load(store, 'stocks')
    assertOneOf(checkpoint, new Date(0), moment)
  }),
  law('keeps the user of a checkpoint, if it has loadUser', async (store, open) => {
    if (store.loadUser === undefined) return
    const userOf = (openStore: CheckpointStore, key: string): Promise<unknown> =>
      firstValueFrom(defer(() => openStore.loadUser?.(key) ?? []))
    assert.deepEqual(await userOf(store, 'stocks'), none)
    await completion(store.save('stocks', moment, 'one'))
    await completion(store.save('transactions', moment))
    assert.deepEqual(await userOf(open(), 'stocks'), some('one'))
    assert.deepEqual(await userOf(open(), 'transactions'), none)
    for (const [index, key] of keys.entries()) await completion(store.save(key, new Date(0), String(index)))
    for (const [index, key] of keys.entries()) assert.deepEqual(await userOf(store, key), some(String(index)))
    await completion(store.save('stocks', new Date(0), 'another'))
    assert.deepEqual([await userOf(store, 'stocks'), await load(store, 'stocks')], [some('another'), some(new Date(0))])
    await completion(store.save('stocks', moment))
    assert.deepEqual([await userOf(store, 'stocks'), await load(store, 'stocks')], [none, some(moment)])
  }),
  law('keeps its checkpoint when the caller changes a Date', async (store) => {
    const date = new Date(moment)
    const saved = completion(store.save('stocks', date))
    date.setTime(0)
    await saved
    const first = await load(store, 'stocks')
    if (first._tag === 'Some') first.value.setTime(1)
    assert.deepEqual(await load(store, 'stocks'), some(moment))
  }),
  law('refuses a value that is not a valid date, and keeps its checkpoint', async (store) => {
    await completion(store.save('stocks', moment))
    for (const wrong of [new Date(NaN), '2026-01-31', 0, undefined, new Date(8.64e15)])
      await assert.rejects(completion(defer(() => store.save('stocks', wrong as Date))))
    assert.deepEqual(await load(store, 'stocks'), some(moment))
  }),
  law('supports several subscribers of one stream', async (store) => {
    const save = defer(() => store.save('stocks', moment))
    await lastValueFrom(forkJoin([save, save]), { defaultValue: undefined })
    assert.deepEqual(await load(store, 'stocks'), some(moment))
  }),
]
