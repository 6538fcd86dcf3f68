import { commandEnd } from '../../lib/cli/endSignals.js'
import { exitIfStalled } from '../../lib/cli/exitIfStalled.js'
import { countBlocked } from '../../lib/cli/output/blockedPipes.js'

const exits = (stdout: number, stderr: number): ReadonlyArray<number> => {
  const codes: Array<number> = []
  exitIfStalled(130, {
    stdout: { writableLength: stdout },
    stderr: { writableLength: stderr },
    exit: (code) => codes.push(code),
    endBySignal: (signal) => codes.push(-signal),
  })
  jest.runAllTimers()
  return codes
}

describe('exitIfStalled', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  it('waits for every reader if no signal came', () => {
    expect(exits(1, 1)).toStrictEqual([])
  })

  it('ends the process after a signal if a reader does not read', () => {
    commandEnd().subscribe()
    process.emit('SIGTERM')
    expect(exits(1, 0)).toStrictEqual([130])
    expect(exits(0, 1)).toStrictEqual([130])
  })

  it('ends the process by the signal if nobody is at the other end of a pipe', async () => {
    let open = (): void => undefined
    const opening = countBlocked(new Promise<void>((resolve) => (open = resolve)))
    commandEnd().subscribe()
    process.emit('SIGTERM')
    expect(exits(1, 0)).toStrictEqual([-15])
    open()
    await opening
    expect(exits(0, 0)).toStrictEqual([])
  })

  it('leaves it to what is still at work if all is read', () => {
    commandEnd().subscribe()
    process.emit('SIGTERM')
    expect(exits(0, 0)).toStrictEqual([])
  })
})
