import { EMPTY, map, of, Subject, tap, throwError } from 'rxjs'
import { type Clock, createVirtualClock, type UpdatedBatch } from '../../../lib/index.js'
import { watcher } from '../../../lib/node.js'
import type { ChangesConfig } from '../../../lib/streams/polling/ChangesConfig.js'
import { link, listResponse, memoryStore, row, serverStart, type Stock, updatedStocks } from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { after, late, watching } from '../../helpers/watching.js'

const idsOf = ({ resources }: UpdatedBatch<Stock>): string => resources.map(({ id }) => String(id)).join()

/** What stands on the page of a batch, `!` where it has a checkpoint. */
const names = map((batch: UpdatedBatch<Stock>) => `${idsOf(batch)}${batch.checkpoint._tag === 'Some' ? '!' : ''}`)

/** A round of two pages, of one row each; an answer takes 10 ms. */
const twoPages = (clock: Clock) => {
  const asked: Array<string> = []
  const connection = watching(
    ({ url }) => {
      const isFirst = !url.includes('after=')
      asked.push(`${isFirst ? 'first' : 'second'} at ${String(clock.monotonic())}`)
      const answer = isFirst
        ? listResponse([row(1, serverStart)], serverStart, link('2'))
        : listResponse([row(2, serverStart)])
      return late(clock, 10, answer)
    },
    { clock },
  )
  const watch = (config: ChangesConfig<Stock>) => changes(connection)(updatedStocks, config)
  return { asked, watch }
}

/** Work that takes 30 ms a batch, and what was done of it. */
const slowly = (clock: Clock, done: Array<string>) => (batch: UpdatedBatch<Stock>) =>
  after(clock, 30).pipe(tap(() => done.push(`${idsOf(batch)} at ${String(clock.monotonic())}`)))

/** A watcher that is not ended would go on for ever. */
const limit = '^ 5s !'

describe('watcher', () => {
  // Page 1 is asked at 0, and worked on from 10 to 40; page 2 is asked at 40, and worked on from 50 to 80.
  it.each([
    ['while page 1 is asked', '5ms s', '^ 4ms !', '5ms |', 1, 0, 0],
    ['while page 1 is in work', '20ms s', '^ 19ms !', '40ms (a|)', 1, 1, 0],
    ['while page 2 is asked', '45ms s', '^ 44ms !', '40ms a 4ms |', 2, 1, 0],
    ['while page 2 is in work', '60ms s', '^ 59ms !', '40ms a 39ms (b|)', 2, 2, 1],
    ['between two rounds', '1s s', '^ 999ms !', '40ms a 39ms b 919ms |', 2, 2, 1],
  ])('that is told to end %s, ends what it has begun', (_, stop, heard, expected, pages, works, saves) => {
    marbles(({ hot, clock, expectObservable, expectSubscriptions, flush }) => {
      const { asked, watch } = twoPages(clock)
      const done: Array<string> = []
      const store = memoryStore()
      const stop$ = hot(stop)
      const stream = watcher(watch, { process: slowly(clock, done), store, key: 'stocks' })(stop$)
      expectObservable(stream.pipe(names), limit).toBe(expected, { a: '1', b: '2!' })
      expectSubscriptions(stop$.subscriptions).toBe(heard)
      flush()
      expect(asked).toEqual(['first at 0', 'second at 40'].slice(0, pages))
      expect(done).toEqual(['1 at 40', '2 at 80'].slice(0, works))
      expect(store.saved).toHaveLength(saves)
    })
  })

  it('asks nothing if it was told to end before it began', () => {
    marbles(({ clock, expectObservable, flush }) => {
      const { asked, watch } = twoPages(clock)
      expectObservable(watcher(watch, { process: () => EMPTY })(of('stop')), limit).toBe('|')
      flush()
      expect(asked).toEqual([])
    })
  })

  it('lets a checkpoint be kept that is being saved', () => {
    marbles(({ hot, clock, expectObservable, flush }) => {
      const { watch } = twoPages(clock)
      const kept: Array<number> = []
      const save = () => after(clock, 20).pipe(tap(() => kept.push(clock.monotonic())))
      const store = { ...memoryStore(), save }
      const stream = watcher(watch, { process: () => EMPTY, store, key: 'stocks' })(hot('25ms s'))
      expectObservable(stream.pipe(names), limit).toBe('10ms a 29ms (b|)', { a: '1', b: '2!' })
      flush()
      expect(kept).toEqual([40])
    })
  })

  it('errors with what the work fails with, also when it is to end', () => {
    marbles(({ hot, clock, cold, expectObservable }) => {
      const { watch } = twoPages(clock)
      const failing = cold<never>('30ms #', undefined, new RangeError('full'))
      const stream = watcher(watch, { process: () => failing })(hot('20ms s'))
      expectObservable(stream.pipe(names), limit).toBe('40ms #', undefined, new RangeError('full'))
    })
  })

  it('continues for ever if nothing ends it, and is cut short by unsubscribing', () => {
    marbles(({ hot, cold, clock, expectObservable, expectSubscriptions }) => {
      const { watch } = twoPages(clock)
      const work = cold('30ms |')
      const stop$ = hot('|')
      const stream = watcher(watch, { process: () => work })(stop$)
      expectObservable(stream.pipe(names), '^ 69ms !').toBe('40ms a', { a: '1' })
      expectSubscriptions(work.subscriptions).toBe(['10ms ^ 29ms !', '50ms ^ 19ms !'])
    })
  })

  it('ends at once if nobody acknowledges', () => {
    marbles(({ hot, clock, expectObservable }) => {
      const { watch } = twoPages(clock)
      expectObservable(watcher(watch)(hot('15ms s')).pipe(names), limit).toBe('10ms a 4ms |', { a: '1' })
    })
  })

  it('keeps for each subscriber what he has begun', () => {
    marbles(({ hot, clock, expectObservable }) => {
      const { watch } = twoPages(clock)
      const stream = watcher(watch, { process: slowly(clock, []) })(hot('55ms s')).pipe(names)
      expectObservable(stream, limit).toBe('40ms a 39ms (b|)', { a: '1', b: '2!' })
      expectObservable(stream, '8ms ^ 5s !').toBe('48ms a 6ms |', { a: '1' })
    })
  })

  it('leaves what is wrong in the config to the watch, and names what is none', () => {
    const errors: Array<unknown> = []
    const { watch } = twoPages(createVirtualClock())
    for (const wrong of [{ process: 'save' }, { proces: () => EMPTY }])
      watcher(watch, wrong as ChangesConfig<Stock>)(new Subject()).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([
      { _tag: 'ConfigError', issues: [{ path: '/process' }] },
      { _tag: 'ConfigError', issues: [{ path: '/proces', expected: expect.stringContaining('process') }] },
    ])
    expect(() => watcher(undefined as unknown as typeof watch)).toThrow(/wrong configuration: watch/)
  })

  it('errors with what ends it, if that fails', () => {
    marbles(({ clock, expectObservable }) => {
      const { watch } = twoPages(clock)
      const stream = watcher(watch)(throwError(() => new RangeError('lost')))
      expectObservable(stream, limit).toBe('#', undefined, new RangeError('lost'))
    })
  })
})
