import { EventEmitter } from 'node:events'
import { map, switchMap } from 'rxjs'
import { type FullScreen, fullScreen, type Terminal } from '../../lib/cli/fullScreen.js'

const events = ['exit', 'uncaughtExceptionMonitor', 'SIGTSTP', 'SIGCONT']
const listeners = (): ReadonlyArray<number> => events.map((event) => process.listenerCount(event))

const terminalOf = (columns: number, rows: number) => {
  const writes: Array<string> = []
  const terminal = Object.assign(new EventEmitter(), { columns, rows, write: (text: string) => writes.push(text) > 0 })
  return { terminal: terminal as unknown as Terminal & EventEmitter & { columns: number }, writes }
}

describe('screen', () => {
  it('takes the terminal and gives it back: alternate screen, cursor and wrapping', () => {
    const { terminal, writes } = terminalOf(80, 24)
    const subscription = fullScreen(terminal).subscribe()
    expect(writes).toStrictEqual(['\x1b[?1049h\x1b[?25l\x1b[?7l'])
    subscription.unsubscribe()
    subscription.unsubscribe()
    expect(writes.slice(1)).toStrictEqual(['\x1b[?7h\x1b[?25h\x1b[?1049l'])
  })

  it('leaves no listener behind', () => {
    const before = listeners()
    const { terminal } = terminalOf(80, 24)
    const subscription = fullScreen(terminal).subscribe()
    expect(listeners()).toStrictEqual(before.map((count) => count + 1))
    subscription.unsubscribe()
    expect(listeners()).toStrictEqual(before)
  })

  it('draws a frame in one write, from the top, clearing what is left of lines and screen', () => {
    const { terminal, writes } = terminalOf(80, 24)
    const subscription = fullScreen(terminal).subscribe(({ draw }) => {
      draw(['one', 'two'])
    })
    expect(writes.slice(1)).toStrictEqual(['\x1b[?2026h\x1b[Hone\x1b[K\r\ntwo\x1b[K\x1b[J\x1b[?2026l'])
    subscription.unsubscribe()
  })

  it('draws nothing after it was given back', () => {
    const { terminal, writes } = terminalOf(80, 24)
    let taken: FullScreen | undefined
    fullScreen(terminal)
      .subscribe((given) => (taken = given))
      .unsubscribe()
    const before = writes.length
    taken?.draw(['late'])
    expect(writes).toHaveLength(before)
  })

  it('knows the size of now, and says when it changes', () => {
    const { terminal } = terminalOf(80, 24)
    const sizes: Array<unknown> = []
    const subscription = fullScreen(terminal)
      .pipe(switchMap(({ size, stale$ }) => stale$.pipe(map(size))))
      .subscribe((size) => sizes.push(size))
    expect(sizes).toStrictEqual([])
    terminal.columns = 40
    terminal.emit('resize')
    expect(sizes).toStrictEqual([{ columns: 40, rows: 24 }])
    subscription.unsubscribe()
    expect(terminal.listenerCount('resize')).toBe(0)
  })

  it('takes 80 by 24 for a terminal that knows no size', () => {
    const { terminal } = terminalOf(0, 0)
    let size: unknown
    fullScreen(terminal)
      .subscribe((given) => (size = given.size()))
      .unsubscribe()
    expect(size).toStrictEqual({ columns: 80, rows: 24 })
  })

  it('takes the terminal again, and asks to be drawn, when it comes back from the background', () => {
    const { terminal, writes } = terminalOf(80, 24)
    let stale = 0
    const subscription = fullScreen(terminal)
      .pipe(switchMap(({ stale$ }) => stale$))
      .subscribe(() => stale++)
    process.emit('SIGCONT')
    expect(writes).toStrictEqual([writes[0], writes[0]])
    expect(stale).toBe(1)
    subscription.unsubscribe()
  })
})
