import assert from 'node:assert/strict'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, firstValueFrom, forkJoin, from, lastValueFrom, type ObservableInput, toArray } from 'rxjs'
import type { CheckpointStore } from '../../streams/polling/CheckpointStore.js'
import { checkLaw } from './laws.js'

/**
 * A requirement on every checkpoint store, as a test.
 *
 * - `name`: the requirement, as the name of a test.
 * - `check`: resolves when the store meets the requirement; rejects with the difference, or after ten seconds. The
 *   first call of `open` opens a store that is empty; later calls open the same store again, as a restarted process
 *   does.
 */
export interface CheckpointStoreLaw {
  readonly name: string
  readonly check: (open: () => CheckpointStore) => Promise<void>
}

const day = 24 * 60 * 60 * 1000
const moment = new Date(Date.UTC(2026, 0, 31, 23, 59, 59, 999))
/** Distinct keys that some stores, or columns of databases, treat as equal. */
const long = 'https://bank.example/transactions.updated?'.padEnd(1000, '%20')
const keys = ['stocks', 'Stocks', 'stocks ', '', ' ', '__proto__', 'constructor', 'toString', `${long}1`, `${long}2`]
  .concat('a.b/c\\d', 'a.b/cd', 'a.b/c/d', '"\n\u0000', 'a\n', 'a\r\n')
  .concat('été 💶', 'e\u0301te\u0301 💶', 'ete 💶', 'été 💷', 'été ?', '\ud800')
  .concat('a+b', 'a b', 'a%20b', 'a%2Bb', '1', '01', '1.0')

const done = (input: ObservableInput<unknown>): Promise<unknown> =>
  lastValueFrom(from(input), { defaultValue: undefined })

const loaded = (store: CheckpointStore, key: string): Promise<Option<Date>> =>
  firstValueFrom(defer(() => store.load(key)))

const isOneOf = (kept: Option<Date>, ...moments: ReadonlyArray<Date>): void => {
  const found = kept._tag === 'Some' ? kept.value.getTime() : NaN
  assert.ok(
    moments.some((one) => one.getTime() === found),
    'neither the old checkpoint nor the new one',
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
 * They cannot tell whether what was saved survives a loss of power: see the documentation of your database.
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
 *     table.set(key, Math.floor(checkpoint.getTime() / 1000)) // there goes the fraction
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
    for (const key of keys) assert.deepEqual(await loaded(store, key), none)
  }),
  law('has a checkpoint as soon as its save has completed, also when it is opened anew', async (store, open) => {
    await done(store.save('stocks', new Date(0)))
    assert.deepEqual(await loaded(open(), 'stocks'), some(new Date(0)))
    await done(store.save('stocks', moment))
    assert.deepEqual(await loaded(open(), 'stocks'), some(moment))
  }),
  law('emits one checkpoint and completes', async (store) => {
    await done(store.save('stocks', moment))
    assert.deepEqual(await lastValueFrom(from(store.load('stocks')).pipe(toArray())), [some(moment)])
  }),
  law('keeps a checkpoint to the millisecond', async (store) => {
    for (const kept of [new Date(0), new Date(1), moment, new Date(-day), new Date(Date.UTC(9999, 11, 31))]) {
      await done(store.save('stocks', kept))
      assert.deepEqual(await loaded(store, 'stocks'), some(kept))
    }
  }),
  law('keeps keys apart, whatever is in them', async (store) => {
    const moments = keys.map((key, index) => [key, new Date(index * day)] as const)
    for (const [key, kept] of moments) await done(store.save(key, kept))
    for (const [key, kept] of moments) assert.deepEqual(await loaded(store, key), some(kept))
  }),
  law('keeps what was saved last, also an earlier moment', async (store) => {
    await done(store.save('stocks', moment))
    await done(store.save('stocks', new Date(0)))
    assert.deepEqual(await loaded(store, 'stocks'), some(new Date(0)))
  }),
  law('keeps all of many that are saved at once', async (store) => {
    const names = Array.from({ length: 50 }, (_, index) => `user ${String(index)}`)
    await Promise.all(names.map((key, index) => done(store.save(key, new Date(index)))))
    for (const [index, key] of names.entries()) assert.deepEqual(await loaded(store, key), some(new Date(index)))
  }),
  law('keeps the one that was asked for last of those that are saved at once', async (store) => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => done(store.save('stocks', new Date(index)))))
    assert.deepEqual(await loaded(store, 'stocks'), some(new Date(19)))
  }),
  law('has what was there before, or what is being saved, when it is asked meanwhile', async (store) => {
    await done(store.save('stocks', new Date(0)))
    const [, kept] = await Promise.all([done(store.save('stocks', moment)), loaded(store, 'stocks')])
    isOneOf(kept, new Date(0), moment)
  }),
  law('keeps the old or the new one when a save is given up', async (store) => {
    await done(store.save('stocks', new Date(0)))
    from(store.save('stocks', moment)).subscribe().unsubscribe()
    await done(store.save('transactions', moment))
    const kept = await loaded(store, 'stocks')
    isOneOf(kept, new Date(0), moment)
  }),
  law('keeps whose checkpoint it is, if it has loadUser', async (store, open) => {
    if (store.loadUser === undefined) return
    const userOf = (one: CheckpointStore, key: string): Promise<unknown> =>
      firstValueFrom(defer(() => one.loadUser?.(key) ?? []))
    assert.deepEqual(await userOf(store, 'stocks'), none)
    await done(store.save('stocks', moment, 'one'))
    await done(store.save('transactions', moment))
    assert.deepEqual(await userOf(open(), 'stocks'), some('one'))
    assert.deepEqual(await userOf(open(), 'transactions'), none)
    for (const [index, key] of keys.entries()) await done(store.save(key, new Date(0), String(index)))
    for (const [index, key] of keys.entries()) assert.deepEqual(await userOf(store, key), some(String(index)))
    await done(store.save('stocks', new Date(0), 'another'))
    assert.deepEqual(
      [await userOf(store, 'stocks'), await loaded(store, 'stocks')],
      [some('another'), some(new Date(0))],
    )
    await done(store.save('stocks', moment))
    assert.deepEqual([await userOf(store, 'stocks'), await loaded(store, 'stocks')], [none, some(moment)])
  }),
  law('is not changed by whoever changes a Date', async (store) => {
    const given = new Date(moment)
    const saved = done(store.save('stocks', given))
    given.setTime(0)
    await saved
    const first = await loaded(store, 'stocks')
    if (first._tag === 'Some') first.value.setTime(1)
    assert.deepEqual(await loaded(store, 'stocks'), some(moment))
  }),
  law('refuses a value that is not a valid date, and keeps its checkpoint', async (store) => {
    await done(store.save('stocks', moment))
    for (const wrong of [new Date(NaN), '2026-01-31', 0, undefined, new Date(8.64e15)])
      await assert.rejects(done(defer(() => store.save('stocks', wrong as Date))))
    assert.deepEqual(await loaded(store, 'stocks'), some(moment))
  }),
  law('can be used by several who subscribe to the same stream', async (store) => {
    const save = defer(() => store.save('stocks', moment))
    await lastValueFrom(forkJoin([save, save]), { defaultValue: undefined })
    assert.deepEqual(await loaded(store, 'stocks'), some(moment))
  }),
]
