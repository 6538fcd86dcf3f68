import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, lastValueFrom, NEVER, type Observable, of, throwError } from 'rxjs'
import { memoryCheckpointStore } from '../../../lib/server/checkpoints/memoryCheckpointStore.js'
import type { Bookmark, CheckpointStore } from '../../../lib/streams/polling/Bookmark.js'
import {
  endedStage,
  storedStages,
  type TimedStage,
  unreadableStage,
  validStage,
} from '../../../lib/streams/polling/consentStage.js'
import { bookmarkAt } from '../../helpers/bookmarkAt.js'
import { marbles } from '../../helpers/marbles.js'

const end = Date.UTC(2026, 5, 30)

const loadStages = (store: CheckpointStore | undefined, key = 'A6J', itemId = 7) =>
  lastValueFrom(storedStages({ store, key }).load(itemId))

const done = (saved$: Observable<never>) => lastValueFrom(saved$, { defaultValue: undefined })

describe('storedStages', () => {
  it('loads what was saved, of each item and key by itself', async () => {
    const store = memoryCheckpointStore()
    const stages: ReadonlyArray<TimedStage> = [
      [validStage, end + 2, 3],
      [30, end, 1],
      [endedStage, end + 1, 2],
      [unreadableStage, 4, 4],
    ]
    await done(storedStages({ store, key: 'A6J' }).save(7, stages))
    expect(await loadStages(store)).toEqual(stages)
    expect(await loadStages(store, 'A6J', 8)).toEqual([])
    expect(await loadStages(store, 'B7K')).toEqual([])
  })

  it('saves the last report of each stage, of 500 stages at most', async () => {
    const store = memoryCheckpointStore()
    const renewed = [30, end + 9, 600] as const
    const stages = Array.from({ length: 600 }, (_, noticeDays): TimedStage => [noticeDays, end, noticeDays])
    await done(storedStages({ store, key: 'A6J' }).save(7, [...stages, renewed]))
    expect(await loadStages(store)).toEqual(stages.slice(100))
    await done(storedStages({ store, key: 'A6J' }).save(7, [[30, end, 1], [7, end, 2], renewed]))
    expect(await loadStages(store)).toEqual([renewed, [7, end, 2]])
  })

  it('saves under one key for each item, which a person can read, what JSON keeps', async () => {
    const saved: Array<unknown> = []
    const save = (key: string, bookmark: Bookmark) => (saved.push([key, JSON.parse(JSON.stringify(bookmark))]), EMPTY)
    const { save: saveStages } = storedStages({ store: { load: () => of(none), save }, key: 'A6J' })
    await done(saveStages(7, [[validStage, end, 1]]))
    const rows = [['Infinity', end, 1]]
    expect(saved).toEqual([['A6J?item=7', { format: 1, list: 'consents', position: null, rows }]])
  })

  it('stores nothing without a store', async () => {
    expect(await loadStages(undefined)).toEqual([])
  })

  it.each([undefined, null, 5, { _tag: 'Some' }, some('2026-06-30'), some(new Date(0)), some(bookmarkAt(0))])(
    'errors for a store that loads %p',
    async (value) => {
      const store = { load: () => of(value), save: () => EMPTY } as unknown as CheckpointStore
      await expect(loadStages(store)).rejects.toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/store' }] })
    },
  )

  it('has no stages for a store that loads nothing, and errors with the error of a store', async () => {
    expect(await loadStages({ load: () => EMPTY, save: () => EMPTY })).toEqual([])
    const failed = new Error('full')
    await expect(loadStages({ load: () => throwError(() => failed), save: () => EMPTY })).rejects.toBe(failed)
  })

  it('waits until a stage is stored, and leaves the store when it is left', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const saved$ = cold('--x--|')
      const stages = storedStages({ store: { load: () => NEVER, save: () => saved$ }, key: 'A6J' })
      expectObservable(stages.save(7, [[30, end, 1]])).toBe('-----|')
      expectObservable(stages.save(7, [[30, end, 1]]), '--!').toBe('---')
      expectSubscriptions(saved$.subscriptions).toBe(['^----!', '^-!'])
    })
  })
})
