import { stopSignal } from '../../../lib/node.js'

const names = ['SIGTERM', 'SIGINT', 'SIGBREAK'] as const
const listeners = () => names.map((name) => process.listenerCount(name))

describe('stopSignal', () => {
  it.each(names)('tells of %s, once, and by then listens no more', (name) => {
    const before = listeners()
    const reported: Array<unknown> = []
    const signal$ = stopSignal()
    expect(listeners()).toEqual(before)
    signal$.subscribe({
      next: (signal) => reported.push(signal, listeners()),
      complete: () => reported.push('complete'),
    })
    expect(listeners()).toEqual(before.map((count) => count + 1))
    process.emit(name, name)
    process.emit(name, name)
    expect(reported).toEqual([name, before, 'complete'])
  })

  it('listens for each who subscribes, until he unsubscribes', () => {
    const before = listeners()
    const reported: Array<string> = []
    const first = stopSignal().subscribe(() => reported.push('first'))
    const second = stopSignal().subscribe(() => reported.push('second'))
    first.unsubscribe()
    process.emit('SIGINT', 'SIGINT')
    second.unsubscribe()
    expect([reported, listeners()]).toEqual([['second'], before])
  })
})
