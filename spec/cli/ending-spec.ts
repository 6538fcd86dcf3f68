import { EventEmitter } from 'node:events'
import { ending, forgiveClosedOutput, interruption, leaveToWriter } from '../../lib/cli/ending.js'

const failure = (code: string): Error => Object.assign(new Error(code), { code })

describe('ending', () => {
  it.each(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'])('comes with %s, once', (code) => {
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

  it('leaves a failure to who wrote and was told of it', () => {
    const output = new EventEmitter()
    forgiveClosedOutput(output)
    const told = failure('ENOSPC')
    leaveToWriter(told)
    expect(() => output.emit('error', told)).not.toThrow()
  })
})

describe('interruption', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('comes with %s, as the exit code that shells give it', (signal, exitCode) => {
    const before = process.listenerCount(signal)
    const seen: Array<unknown> = []
    interruption('stopped').subscribe({ error: (error) => seen.push(error) })
    process.emit(signal as 'SIGINT')
    expect(seen).toStrictEqual([expect.objectContaining({ message: 'stopped', exitCode })])
    expect(process.listenerCount(signal)).toBe(before)
  })
})
