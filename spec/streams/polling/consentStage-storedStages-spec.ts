import { none, some } from 'fp-ts/lib/Option.js'
import { concat, EMPTY, lastValueFrom, NEVER, of, throwError } from 'rxjs'
import { memoryCheckpointStore } from '../../../lib/server/checkpoints/memoryCheckpointStore.js'
import type { CheckpointStore } from '../../../lib/streams/polling/Bookmark.js'
import { endedStage, storedStages, unreadableStage, validStage } from '../../../lib/streams/polling/consentStage.js'
import { marbles } from '../../helpers/marbles.js'

const end = Date.UTC(2026, 5, 30)
const marks = [30, 7]

const selectVersions = (store: CheckpointStore | undefined, key = 'A6J', itemId = 7) =>
  lastValueFrom(storedStages({ store, key, marks }).load(itemId))

describe('storedStages', () => {
  it('loads what was saved, of each stage, item and key by itself', async () => {
    const store = memoryCheckpointStore()
    const stages = storedStages({ store, key: 'A6J', marks })
    await lastValueFrom(
      concat(
        stages.save(7, [30, end, 1]),
        stages.save(7, [endedStage, end + 1, 2]),
        stages.save(7, [validStage, end + 2, 3]),
        stages.save(7, [unreadableStage, 4, 4]),
      ),
      { defaultValue: undefined },
    )
    expect(await selectVersions(store)).toEqual([
      [validStage, end + 2, 3],
      [30, end, 1],
      [endedStage, end + 1, 2],
      [unreadableStage, 4, 4],
    ])
    expect(await selectVersions(store, 'A6J', 8)).toEqual([])
    expect(await selectVersions(store, 'B7K')).toEqual([])
  })

  it('loads stages that an earlier version has stored without a time', async () => {
    const store = memoryCheckpointStore()
    await lastValueFrom(store.save('A6J?item=7&mark=30', new Date(end)), { defaultValue: undefined })
    expect(await selectVersions(store)).toEqual([[30, end]])
  })

  it('has keys that a person can read', async () => {
    const keys: Array<string> = []
    await selectVersions({ load: (key) => (keys.push(key), of(none)), save: () => EMPTY })
    const marked = ['renewed', '30', '7', '0', 'unreadable']
    expect(keys).toEqual(marked.map((mark) => `A6J?item=7&mark=${mark}`))
    const saved: Array<string> = []
    const store = { load: () => of(none), save: (key: string) => (saved.push(key), EMPTY) }
    await lastValueFrom(storedStages({ store, key: 'A6J', marks }).save(7, [30, end, 1]), { defaultValue: undefined })
    expect(saved).toEqual(['A6J?item=7&mark=30&reported', 'A6J?item=7&mark=30'])
  })

  it('stores nothing without a store', async () => {
    expect(await selectVersions(undefined)).toEqual([])
  })

  it.each([undefined, null, 5, { _tag: 'Some' }, some('2026-06-30'), some(new Date(NaN))])(
    'errors for a store that loads %p',
    async (value) => {
      const store = { load: () => of(value), save: () => EMPTY } as unknown as CheckpointStore
      await expect(selectVersions(store)).rejects.toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/store' }] })
    },
  )

  it('errors for a store that loads nothing, and with the error of a store', async () => {
    await expect(selectVersions({ load: () => EMPTY, save: () => EMPTY })).rejects.toMatchObject({
      _tag: 'ConfigError',
    })
    const failed = new Error('full')
    await expect(selectVersions({ load: () => throwError(() => failed), save: () => EMPTY })).rejects.toBe(failed)
  })

  it('waits until a stage is stored, and leaves the store when it is left', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const saved$ = cold('--x--|')
      const stages = storedStages({ store: { load: () => NEVER, save: () => saved$ }, key: 'A6J', marks })
      expectObservable(stages.save(7, [30, end, 1])).toBe('----------|')
      expectObservable(stages.save(7, [30, end, 1]), '--!').toBe('---')
      expectSubscriptions(saved$.subscriptions).toBe(['^----!', '^-!', '-----^----!'])
    })
  })
})
