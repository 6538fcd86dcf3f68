import { Observable, tap } from 'rxjs'
import {
  allAcknowledged,
  createFlowControl,
  type FlowControl,
  type FlowLimits,
  withFlowControl,
} from '../../../lib/adapters/electron/flowControl.js'
import { marbles } from '../../helpers/marbles.js'

const replaceDropped = (count: number) => String(count)

/** What passes, when one value is taken at each emission of `acknowledged$`. */
const passed = (source$: Observable<string>, acknowledged$: Observable<unknown>, waiting: FlowLimits<string>) =>
  new Observable<string>((subscriber) => {
    const credit = createFlowControl()
    subscriber.add(acknowledged$.subscribe(() => credit.acknowledge(1)))
    source$.pipe(withFlowControl(credit, waiting), tap(credit.countSent)).subscribe(subscriber)
  })

describe('withFlowControl', () => {
  const cases = [
    ['lets through what there is credit for', '-ab-|', '-----', { window: 2, capacity: 1 }, '-ab-|'],
    ['keeps the newest for the next credit', '-abcd----', '-----t--t', { window: 1, capacity: 1 }, '-a---d---'],
    ['goes on after it', '-ab-----c-', '---t-----t', { window: 1, capacity: 1 }, '-a-b-----c'],
    ['keeps as many as it may', '-abcd-----', '-----tttt-', { window: 1, capacity: 9 }, '-a---bcd--'],
    ['tells how many made room', '-abcdef---', '-------ttt', { window: 1, capacity: 2, replaceDropped }, '-a-----3ef'],
    ['tells it once', '-abcd-----ef', '------ttt---', { window: 1, capacity: 1, replaceDropped }, '-a----2d--e-'],
    ['completes after what waits', '-ab|      ', '------t---', { window: 1, capacity: 1 }, '-a----(b|)'],
    [
      'completes after what is told to be missed',
      '-abc|  ',
      '-----tt',
      { window: 1, capacity: 1, replaceDropped },
      '-a---1(c|)',
    ],
    ['fails after what waits', '-ab#      ', '------t---', { window: 1, capacity: 1 }, '-a----(b#)'],
    ['ends at once when nothing waits', '-a-#', '----', { window: 1, capacity: 1 }, '-a-#'],
  ] as const

  it.each(cases)('%s', (_, source, taken, waiting, expected) => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(passed(hot(source), hot(taken), waiting)).toBe(expected)
    })
  })

  it('lets its source and its credit go when it is left', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source$ = hot('-abc-d')
      const acknowledged$ = hot('------')
      expectObservable(passed(source$, acknowledged$, { window: 1, capacity: 1 }), '^--!').toBe('-a--')
      expectSubscriptions(source$.subscriptions).toBe('^--!')
      expectSubscriptions(acknowledged$.subscriptions).toBe('^--!')
    })
  })

  it('keeps the order when a value causes another', () => {
    const credit = createFlowControl()
    const source$ = new Observable<number>((subscriber) => {
      for (let i = 0; i < 5; i++) subscriber.next(i)
    })
    const seen: Array<number> = []
    const subscription = source$.pipe(withFlowControl(credit, { window: 1, capacity: 10 })).subscribe((value) => {
      seen.push(value)
      credit.countSent()
      credit.acknowledge(1)
    })
    subscription.unsubscribe()
    expect(seen).toEqual([0, 1, 2, 3, 4])
  })
})

describe('createFlowControl', () => {
  it('counts what is on its way, and refuses to take more', () => {
    const credit: FlowControl = createFlowControl()
    credit.countSent()
    credit.countSent()
    expect([
      credit.acknowledge(3),
      credit.outstanding(),
      credit.acknowledge(2),
      credit.outstanding(),
      credit.acknowledge(1),
    ]).toEqual([false, 2, true, 0, false])
  })

  it('says when all is taken', () => {
    const credit = createFlowControl()
    const log: Array<string> = []
    const listen = (name: string) => allAcknowledged(credit).subscribe({ complete: () => log.push(name) })
    listen('nothing sent')
    credit.countSent()
    credit.countSent()
    listen('two sent')
    credit.acknowledge(1)
    log.push('one taken')
    credit.acknowledge(1)
    expect(log).toEqual(['nothing sent', 'one taken', 'two sent'])
  })
})
