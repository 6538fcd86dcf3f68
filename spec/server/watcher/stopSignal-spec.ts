import { stopSignal } from '../../../lib/node.js'

const names = ['SIGTERM', 'SIGINT', 'SIGBREAK'] as const
const listeners = () => names.map((name) => process.listenerCount(name))

describe('stopSignal', () => {
  it.each(names)('tells of %s, once, and by then listens no more', (name) => {
    const before = listeners()
    const told: Array<unknown> = []
    const signal$ = stopSignal()
    expect(listeners()).toEqual(before)
    signal$.subscribe({
      next: (signal) => told.push(signal, listeners()),
      complete: () => told.push('complete'),
    })
    expect(listeners()).toEqual(before.map((count) => count + 1))
    process.emit(name, name)
    process.emit(name, name)
    expect(told).toEqual([name, before, 'complete'])
  })

  it('listens for each who subscribes, until he unsubscribes', () => {
    const before = listeners()
    const told: Array<string> = []
    const first = stopSignal().subscribe(() => told.push('first'))
    const second = stopSignal().subscribe(() => told.push('second'))
    first.unsubscribe()
    process.emit('SIGINT', 'SIGINT')
    second.unsubscribe()
    expect([told, listeners()]).toEqual([['second'], before])
  })
})
