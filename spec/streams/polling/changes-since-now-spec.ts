import { toUndefined } from 'fp-ts/lib/Option.js'
import { concat, defer, EMPTY, firstValueFrom, from, ignoreElements, lastValueFrom, NEVER, of, throwError } from 'rxjs'
import { createVirtualClock, type VirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { link, listResponse, memoryStore, row, serverStart, updatedStocks, watch } from '../../helpers/feed.js'
import { sync } from '../../helpers/interpreters.js'
import { watching } from '../../helpers/watching.js'

const minute = 60_000
const at = (ms: number): string => new Date(serverStart + ms).toISOString()
const since = 'now'
const key = 'stocks'
const process = () => EMPTY

/** A clock that is ahead of the service's, which is at `serverStart` when the first watcher starts. */
const clockAhead = (ms = 0): VirtualClock => createVirtualClock({ start: serverStart + ms })

/** A watcher that is killed before it has a response. */
const killedAtOnce = (clock: VirtualClock, store = memoryStore()) => {
  watch(() => NEVER, { since, process, store, key }, { clock }).subscription.unsubscribe()
  return store
}

/** A watcher whose service answers with its time: `ms` after it was at `serverStart`. */
const started = (clock: VirtualClock, store: ReturnType<typeof memoryStore>, ms: number, rows: Array<object> = []) =>
  watch(() => listResponse(rows, serverStart + ms), { since, process, store, key }, { clock })

describe("changes with since: 'now'", () => {
  it('start an overlap before the time of the subscription', () => {
    const clock = clockAhead()
    expect(watch(() => NEVER, { since }, { clock }).questions).toEqual([at(-5 * minute)])
    clock.advance(minute)
    expect(watch(() => NEVER, { since, overlap: 1000 }, { clock }).questions).toEqual([at(59_000)])
  })

  it('store the time before the first request is sent', () => {
    const log: Array<string> = []
    const stored = memoryStore()
    const save: typeof stored.save = (...saved) => concat(from(stored.save(...saved)), defer(() => { log.push('saved'); return EMPTY })) // prettier-ignore
    const answer = () => defer(() => { log.push('requested'); return NEVER }) // prettier-ignore
    const { batches } = watch(answer, { since, process, store: { ...stored, save }, key }, { clock: clockAhead() })
    expect([log, batches]).toEqual([['saved', 'requested'], []])
  })

  it('send nothing if the time cannot be stored', () => {
    const store = { ...memoryStore(), save: () => throwError(() => new Error('disk full')) }
    const { errors, questions } = watch(() => NEVER, { since, process, store }, { clock: clockAhead() })
    expect([errors, questions]).toEqual([[new Error('disk full')], []])
  })

  it('start again at the time of the first start, however often they were killed without a response', () => {
    const clock = clockAhead()
    const store = killedAtOnce(clock)
    clock.advance(30 * minute)
    killedAtOnce(clock, store)
    clock.advance(30 * minute)
    const { questions, ids } = started(clock, store, 60 * minute, [row(1, serverStart + minute)])
    expect([questions, ids()]).toEqual([[at(-5 * minute)], [[1]]])
    expect(store.saved).toEqual(['-', at(minute)])
  })

  it('continue from the checkpoint once there is one', () => {
    const clock = clockAhead()
    const store = killedAtOnce(clock)
    started(clock, store, 0).subscription.unsubscribe()
    clock.advance(30 * minute)
    started(clock, store, 30 * minute).subscription.unsubscribe()
    clock.advance(30 * minute)
    expect(started(clock, store, 60 * minute).questions).toEqual([at(25 * minute)])
  })

  it.each([0, 15])('correct a clock that was %i minutes ahead when they first started', (minutes) => {
    const clock = clockAhead(minutes * minute)
    const store = killedAtOnce(clock)
    clock.advance(3 * minute)
    expect(started(clock, store, 3 * minute).questions.at(-1)).toEqual(at(-5 * minute))
  })

  it('store the time of the first start with every checkpoint', () => {
    const clock = clockAhead()
    const store = killedAtOnce(clock)
    const bookmarkOf = () => firstValueFrom(from(store.load(key)))
    started(clock, store, 0).subscription.unsubscribe()
    clock.advance(60 * minute)
    started(clock, store, 60 * minute).subscription.unsubscribe()
    return bookmarkOf().then((bookmark) => expect(toUndefined(bookmark)).toMatchObject({ startedAt: serverStart }))
  })

  it('start over at the first start if the service refuses a later time', () => {
    const clock = clockAhead()
    const store = killedAtOnce(clock)
    started(clock, store, 0).subscription.unsubscribe()
    clock.advance(30 * minute)
    started(clock, store, 30 * minute).subscription.unsubscribe()
    const refusing = (question: string) =>
      question === at(25 * minute) ? { status: 422, headers: {}, body: '' } : listResponse([])
    const { questions } = watch(refusing, { since, process, store, key }, { clock })
    expect(questions).toEqual([at(25 * minute), at(-5 * minute)])
  })

  describe('rows of before the first start', () => {
    const before = row(1, serverStart - minute)
    const after = row(2, serverStart + 1000)

    it.each([
      ['right', 0],
      ['ahead', 15],
      ['behind', -2],
    ])('are not emitted by the first round if the clock is %s', (_, minutes) => {
      const clock = clockAhead(minutes * minute)
      const earlier = row(1, serverStart - 3 * minute)
      const { ids } = started(clock, memoryStore(), 0, [earlier, after])
      expect(ids()).toEqual([[2]])
    })

    it('are not emitted by the first process that gets a response', () => {
      const clock = clockAhead()
      const store = killedAtOnce(clock)
      clock.advance(30 * minute)
      expect(started(clock, store, 30 * minute, [before, after]).ids()).toEqual([[2]])
    })

    it('are emitted without a time of the service, or if one of the clocks says that they are later', () => {
      const rowsOf = (serverTime?: number, ms = 0) =>
        watch(() => listResponse([before], serverTime), { since, process }, { clock: clockAhead(ms) }).ids()
      expect([rowsOf(), rowsOf(serverStart - 2 * minute), rowsOf(serverStart, -2 * minute)]).toEqual([
        [[1]],
        [[1]],
        [[1]],
      ])
    })

    it('are emitted if they change later, or if the service shows them later', () => {
      const clock = clockAhead()
      const lists = [
        [before],
        [before, row(3, serverStart - 2000)],
        [{ ...before, value: 7 }, row(3, serverStart - 2000), row(1, serverStart + minute)],
      ]
      let round = 0
      const { ids } = watch(
        () => listResponse(lists[round++] ?? [], clock.wall()),
        { since, process, every: minute },
        { clock },
      )
      clock.advance(2.5 * minute)
      expect(ids().slice(0, 3)).toEqual([[], [3], [1, 1]])
    })

    it('are not emitted again by the process after it', () => {
      const clock = clockAhead()
      const store = memoryStore()
      started(clock, store, 0, [before]).subscription.unsubscribe()
      clock.advance(minute)
      expect(started(clock, store, minute, [before, after]).ids()).toEqual([[2]])
    })
  })

  it('give jobs a bookmark from which they start at the same time', async () => {
    const clock = clockAhead()
    const bookmark = toUndefined(await firstValueFrom(from(killedAtOnce(clock).load(key))))
    clock.advance(30 * minute)
    const urls: Array<string> = []
    const connection = watching(({ url }) => (urls.push(url), of(listResponse([], serverStart + 30 * minute))), { clock }) // prettier-ignore
    const job$ = sync(connection)(updatedStocks, { from: bookmark })
    await lastValueFrom(job$.pipe(ignoreElements()), { defaultValue: undefined })
    expect(urls.map((url) => new URL(url).searchParams.get('since'))).toEqual([at(-5 * minute)])
  })

  it('emit the pages of a first round again if it was interrupted', () => {
    const clock = clockAhead()
    const store = memoryStore()
    const first = listResponse([row(1, serverStart)], serverStart, link('2'))
    const pages = (question: string) => (question === '2' ? NEVER : of(first))
    const life = () => {
      const { ids, subscription } = watch(pages, { since, process, store, key }, { clock })
      subscription.unsubscribe()
      return ids()
    }
    expect([life(), life()]).toEqual([[[1]], [[1]]])
  })
})
