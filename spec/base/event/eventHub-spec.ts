import { map } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { ClientEventBody } from '../../../lib/base/event/ClientEvent.js'
import { eventHub } from '../../../lib/base/event/eventHub.js'

const about = { number: 3, operation: 'stocks.list' }
const restarted = (restarts: number) => (): ClientEventBody => ({ _tag: 'Responded', status: restarts, duration: 0 })

const hub = () => {
  const clock = createVirtualClock({ start: 500 })
  return { clock, ...eventHub(clock) }
}

describe('eventHub', () => {
  it('tells everyone who listens what happened, when, and to which request', () => {
    const { clock, events$, emit } = hub()
    const heard: Array<unknown> = []
    events$.subscribe((event) => heard.push(event))
    events$.subscribe((event) => heard.push(event))
    clock.advance(250)
    emit(about, restarted(200))
    const event = {
      _tag: 'Responded',
      status: 200,
      duration: 0,
      operation: 'stocks.list',
      request: 3,
      time: new Date(750),
    }
    expect(heard).toStrictEqual([event, event])
  })

  it('makes an event only while somebody listens', () => {
    const { events$, emit } = hub()
    const body = jest.fn(restarted(200))
    emit(about, body)
    const listening = events$.subscribe()
    emit(about, body)
    listening.unsubscribe()
    emit(about, body)
    expect(body).toHaveBeenCalledTimes(1)
  })

  it('is hot: what happened before is not told', () => {
    const { events$, emit } = hub()
    const heard: Array<unknown> = []
    const first = events$.subscribe()
    emit(about, restarted(1))
    events$.pipe(map((event) => 'status' in event && event.status)).subscribe((event) => heard.push(event))
    emit(about, restarted(2))
    first.unsubscribe()
    expect(heard).toEqual([2])
  })

  it('cannot be fed, failed or completed from outside', () => {
    const { events$ } = hub()
    expect(['next', 'error', 'complete'].filter((method) => method in events$)).toEqual([])
  })

  it('continues, for the others and for itself, when an observer throws; RxJS reports the bug', () => {
    jest.useFakeTimers()
    const { events$, emit } = hub()
    const heard: Array<unknown> = []
    events$.subscribe(() => {
      throw new Error('a bug of an observer')
    })
    events$.subscribe(({ _tag }) => heard.push(_tag))
    emit(about, restarted(1))
    emit(about, restarted(2))
    expect(heard).toEqual(['Responded', 'Responded'])
    expect(() => jest.runAllTimers()).toThrow('a bug of an observer')
    jest.useRealTimers()
  })

  it('continues when an operator of an observer throws', () => {
    const { events$, emit } = hub()
    const errors: Array<unknown> = []
    const broken = events$.pipe(
      map(() => {
        throw new Error('a bug of an observer')
      }),
    )
    broken.subscribe({ error: (error) => errors.push(error) })
    emit(about, restarted(1))
    emit(about, restarted(2))
    expect(errors).toEqual([new Error('a bug of an observer')])
  })
})
