import { EventEmitter } from 'node:events'
import { ending, forgiveClosedOutput } from '../../lib/cli/ending.js'

const failure = (code: string): Error => Object.assign(new Error(code), { code })

describe('ending', () => {
  it.each(['EPIPE', 'EIO'])('comes with %s, once', (code) => {
    const output = new EventEmitter()
    forgiveClosedOutput(output)
    const seen: Array<string> = []
    ending(output).subscribe({ next: () => seen.push('next'), complete: () => seen.push('complete') })
    output.emit('error', failure(code))
    output.emit('error', failure(code))
    expect(seen).toStrictEqual(['next', 'complete'])
  })

  it('does not come with another failure of the output', () => {
    const output = new EventEmitter()
    const seen: Array<unknown> = []
    const subscription = ending(output).subscribe((end) => seen.push(end))
    output.emit('error', failure('ENOSPC'))
    subscription.unsubscribe()
    expect(seen).toStrictEqual([])
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('comes with %s, and listens to none from then on', (signal) => {
    const before = process.listenerCount(signal)
    let ended = 0
    ending(new EventEmitter()).subscribe(() => ended++)
    process.emit(signal as 'SIGINT')
    expect(ended).toBe(1)
    expect(process.listenerCount(signal)).toBe(before)
  })
})

describe('forgiveClosedOutput', () => {
  it('lets other failures be failures', () => {
    const output = new EventEmitter()
    forgiveClosedOutput(output)
    expect(() => output.emit('error', failure('ENOSPC'))).toThrow('ENOSPC')
  })
})
