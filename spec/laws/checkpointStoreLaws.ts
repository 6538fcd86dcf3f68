import assert from 'node:assert/strict'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, firstValueFrom, forkJoin, from, lastValueFrom, toArray } from 'rxjs'
import type { Bookmark, CheckpointStore } from '../../lib/streams/polling/Bookmark.js'
import { bookmarkAt } from '../helpers/bookmarkAt.js'
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

const [old, latest] = [bookmarkAt(0), bookmarkAt(Date.UTC(2026, 0, 31, 23, 59, 59, 999))]

/** Bookmarks with all fields, without those that may be missing, and with as many rows as there may be. */
const bookmarks: ReadonlyArray<Bookmark> = [
  {
    format: 1,
    list: '/v2/é?account_id=7&min_date=2026-01-31',
    position: { moment: -1, anchor: 0.1, at: 253_402_300_799_999, serviceTime: 1, isDoubted: false },
    rows: [
      ['1', 1_769_903_999_999, 9_007_199_254_740_991],
      [null, null, -1, 5],
      ['"é\\\u0000💶', 0, 0.1],
    ],
    userUuid: '3b2ce2cc-24f5-4bcb-a6ea-6e1a0bd2ba1c',
  },
  { format: 1, list: '', position: null, rows: [] },
  {
    ...latest,
    rows: Array.from({ length: 500 }, (_, id) => [`${'x'.repeat(30)} ${String(id)}`, 1_769_903_999_999 + id, id]),
  },
]

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

const load = (store: CheckpointStore, key: string): Promise<Option<Bookmark>> =>
  firstValueFrom(defer(() => store.load(key)))

const assertOldOrLatest = (loaded: Option<Bookmark>): void => {
  const moment = loaded._tag === 'Some' ? loaded.value.position?.moment : undefined
  assert.ok(
    [old, latest].some(({ position }) => position?.moment === moment),
    'the bookmark is neither the old one nor the new one',
  )
}

const law = (name: string, check: (store: CheckpointStore, open: () => CheckpointStore) => Promise<void>) => ({
  name,
  check: (open: () => CheckpointStore) => checkLaw(name, () => check(open(), open)),
})

/**
 * The requirements on every {@link CheckpointStore}, as tests for a store of your own. They need no test framework, and
 * take about a second.
 *
 * They do not check whether saved data survives a power failure: see the documentation of your database.
 */
export const checkpointStoreLaws: ReadonlyArray<CheckpointStoreLaw> = [
  law('has no bookmark under a key that was never saved', async (store) => {
    for (const key of keys) assert.deepEqual(await load(store, key), none)
  }),
  law('has a bookmark as soon as its save has completed, even after it is opened again', async (store, open) => {
    await completion(store.save('stocks', old))
    assert.deepEqual(await load(open(), 'stocks'), some(old))
    await completion(store.save('stocks', latest))
    assert.deepEqual(await load(open(), 'stocks'), some(latest))
  }),
  law('emits one bookmark and completes', async (store) => {
    await completion(store.save('stocks', latest))
    assert.deepEqual(await lastValueFrom(from(store.load('stocks')).pipe(toArray())), [some(latest)])
  }),
  law('keeps all of a bookmark', async (store, open) => {
    for (const bookmark of bookmarks) {
      await completion(store.save('stocks', bookmark))
      assert.deepEqual(await load(open(), 'stocks'), some(bookmark))
    }
  }),
  law('distinguishes keys, whatever characters they contain', async (store) => {
    const saved = keys.map((key, index) => [key, bookmarkAt(index)] as const)
    for (const [key, bookmark] of saved) await completion(store.save(key, bookmark))
    for (const [key, bookmark] of saved) assert.deepEqual(await load(store, key), some(bookmark))
  }),
  law('keeps the last bookmark that was saved, even if its time is earlier', async (store) => {
    await completion(store.save('stocks', latest))
    await completion(store.save('stocks', old))
    assert.deepEqual(await load(store, 'stocks'), some(old))
  }),
  law('keeps all bookmarks when many are saved at once', async (store) => {
    const names = Array.from({ length: 50 }, (_, index) => `user ${String(index)}`)
    await Promise.all(names.map((key, index) => completion(store.save(key, bookmarkAt(index)))))
    for (const [index, key] of names.entries()) assert.deepEqual(await load(store, key), some(bookmarkAt(index)))
  }),
  law('keeps the last bookmark when several are saved under one key at once', async (store) => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => completion(store.save('stocks', bookmarkAt(index)))))
    assert.deepEqual(await load(store, 'stocks'), some(bookmarkAt(19)))
  }),
  law('loads the old or the new bookmark while a save is running', async (store) => {
    await completion(store.save('stocks', old))
    const [, loaded] = await Promise.all([completion(store.save('stocks', latest)), load(store, 'stocks')])
    assertOldOrLatest(loaded)
  }),
  law('keeps the old or the new bookmark when a save is cancelled', async (store) => {
    await completion(store.save('stocks', old))
    from(store.save('stocks', latest)).subscribe().unsubscribe()
    await completion(store.save('transactions', latest))
    assertOldOrLatest(await load(store, 'stocks'))
  }),
  law('supports several subscribers of one stream', async (store) => {
    const save = defer(() => store.save('stocks', latest))
    await lastValueFrom(forkJoin([save, save]), { defaultValue: undefined })
    assert.deepEqual(await load(store, 'stocks'), some(latest))
  }),
]
