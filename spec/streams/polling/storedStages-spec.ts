import { none, some } from 'fp-ts/lib/Option.js'
import { concat, EMPTY, lastValueFrom, NEVER, of, throwError } from 'rxjs'
import { memoryCheckpointStore } from '../../../lib/server/checkpoints/memoryCheckpointStore.js'
import type { CheckpointStore } from '../../../lib/streams/polling/CheckpointStore.js'
import { endedStage, validStage } from '../../../lib/streams/polling/consentStage.js'
import { storedStages } from '../../../lib/streams/polling/storedStages.js'
import { marbles } from '../../helpers/marbles.js'

const end = Date.UTC(2026, 5, 30)
const marks = [30, 7]

const stagesOf = (store: CheckpointStore | undefined, key = 'A6J', itemId = 7) =>
  lastValueFrom(storedStages({ store, key, marks }).load(itemId))

describe('storedStages', () => {
  it('loads what was saved, of each stage, item and key by itself', async () => {
    const store = memoryCheckpointStore()
    const stages = storedStages({ store, key: 'A6J', marks })
    await lastValueFrom(
      concat(stages.save(7, 30, end), stages.save(7, endedStage, end + 1), stages.save(7, validStage, end + 2)),
      { defaultValue: undefined },
    )
    expect(await stagesOf(store)).toEqual(
      new Map([
        [30, end],
        [endedStage, end + 1],
        [validStage, end + 2],
      ]),
    )
    expect(await stagesOf(store, 'A6J', 8)).toEqual(new Map())
    expect(await stagesOf(store, 'B7K')).toEqual(new Map())
  })

  it('has keys that a person can read', async () => {
    const keys: Array<string> = []
    await stagesOf({ load: (key) => (keys.push(key), of(none)), save: () => EMPTY })
    expect(keys).toEqual(['A6J?item=7&mark=renewed', 'A6J?item=7&mark=30', 'A6J?item=7&mark=7', 'A6J?item=7&mark=0'])
  })

  it('stores nothing without a store', async () => {
    expect(await stagesOf(undefined)).toEqual(new Map())
  })

  it.each([undefined, null, 5, { _tag: 'Some' }, some('2026-06-30'), some(new Date(NaN))])(
    'errors for a store that loads %p',
    async (value) => {
      const store = { load: () => of(value), save: () => EMPTY } as unknown as CheckpointStore
      await expect(stagesOf(store)).rejects.toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/store' }] })
    },
  )

  it('errors for a store that loads nothing, and with the error of a store', async () => {
    await expect(stagesOf({ load: () => EMPTY, save: () => EMPTY })).rejects.toMatchObject({ _tag: 'ConfigError' })
    const failed = new Error('full')
    await expect(stagesOf({ load: () => throwError(() => failed), save: () => EMPTY })).rejects.toBe(failed)
  })

  it('waits until a stage is stored, and leaves the store when it is left', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const saved$ = cold('--x--|')
      const stages = storedStages({ store: { load: () => NEVER, save: () => saved$ }, key: 'A6J', marks })
      expectObservable(stages.save(7, 30, end)).toBe('-----|')
      expectObservable(stages.save(7, 30, end), '--!').toBe('---')
      expectSubscriptions(saved$.subscriptions).toBe(['^----!', '^-!'])
    })
  })
})
