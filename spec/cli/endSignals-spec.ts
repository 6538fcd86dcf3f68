import { EventEmitter } from 'node:events'
import { Subject } from 'rxjs'
import {
  commandEnd,
  ignoreClosedOutput,
  ignoreSignalsDuring,
  interruption,
  isClosed,
  markHandledByWriter,
} from '../../lib/cli/endSignals.js'

const failure = (code: string): Error => Object.assign(new Error(code), { code })

describe('ending', () => {
  it.each([
    ['EPIPE', false],
    ['ERR_STREAM_DESTROYED', false],
    ['EIO', true],
  ])('comes with %s, once', (code, isTTY) => {
    const output = Object.assign(new EventEmitter(), { isTTY })
    ignoreClosedOutput(output)
    const seen: Array<string> = []
    commandEnd(output).subscribe({ next: () => seen.push('next'), complete: () => seen.push('complete') })
    output.emit('error', failure(code))
    output.emit('error', failure(code))
    expect(seen).toStrictEqual(['next', 'complete'])
  })

  it('does not come with another failure of the output', () => {
    const output = new EventEmitter()
    const seen: Array<unknown> = []
    const subscription = commandEnd(output).subscribe((end) => seen.push(end))
    output.emit('error', failure('ENOSPC'))
    output.emit('error', failure('EIO'))
    subscription.unsubscribe()
    expect(seen).toStrictEqual([])
  })

  it('takes EIO for the end of a terminal, and elsewhere for a broken disk', () => {
    const output = new EventEmitter()
    expect(isClosed(failure('EIO'), output)).toBe(false)
    expect(isClosed(failure('EIO'), Object.assign(output, { isTTY: true }))).toBe(true)
    expect(isClosed(failure('ENOSPC'), output)).toBe(false)
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('comes with %s, and listens to none from then on', (signal) => {
    const before = process.listenerCount(signal)
    let ended = 0
    commandEnd().subscribe(() => ended++)
    process.emit(signal as 'SIGINT')
    expect(ended).toBe(1)
    expect(process.listenerCount(signal)).toBe(before)
  })
})

describe('ignoreClosedOutput', () => {
  it('lets other failures be failures', () => {
    const output = new EventEmitter()
    ignoreClosedOutput(output)
    expect(() => output.emit('error', failure('ENOSPC'))).toThrow('ENOSPC')
    expect(() => output.emit('error', failure('EIO'))).toThrow('EIO')
  })

  it('leaves a failure to who wrote and was told of it', () => {
    const output = new EventEmitter()
    ignoreClosedOutput(output)
    const reported = failure('ENOSPC')
    markHandledByWriter(reported)
    expect(() => output.emit('error', reported)).not.toThrow()
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

describe('undisturbed', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('keeps %s away until the work is done', (signal) => {
    const before = process.listenerCount(signal)
    const work$ = new Subject<string>()
    const seen: Array<string> = []
    ignoreSignalsDuring(work$).subscribe({ next: (step) => seen.push(step), complete: () => seen.push('done') })
    expect(process.listenerCount(signal)).toBe(before + 1)
    process.emit(signal as 'SIGINT')
    work$.next('step')
    work$.complete()
    expect(seen).toStrictEqual(['step', 'done'])
    expect(process.listenerCount(signal)).toBe(before)
  })
})
