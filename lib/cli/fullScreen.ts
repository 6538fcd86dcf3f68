import { fromEvent, merge, Observable, Subject } from 'rxjs'

/** The parts of a terminal that a screen needs. */
export type Terminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'rows' | 'on' | 'off'>

/** A full screen, which is redrawn each time. */
export interface Screen {
  /** The present size. */
  readonly size: () => { readonly columns: number; readonly rows: number }
  /** Emits when the screen must be redrawn: after a change of size, or after the process was resumed from a stop. */
  readonly stale$: Observable<unknown>
  /** Shows these lines and nothing else; all must be narrower than the terminal. */
  readonly draw: (lines: ReadonlyArray<string>) => void
}

const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l'
const leave = '\x1b[?7h\x1b[?25h\x1b[?1049l'
/** Escape sequences around an update, which terminals that support them draw in one step. */
const frame = ['\x1b[?2026h', '\x1b[?2026l'] as const

/**
 * Switches a terminal to its alternate screen, without cursor or wrapping. Emits the screen. Unsubscribing restores the
 * terminal, and so do any end of the process and a stop by Ctrl-Z.
 */
export const screen = (terminal: Terminal): Observable<Screen> =>
  new Observable((subscriber) => {
    const back = new Subject<void>()
    let isTaken = false
    const take = (): void => {
      isTaken = true
      terminal.write(enter)
    }
    const restore = (): void => {
      if (isTaken) terminal.write(leave)
      isTaken = false
    }
    const stop = (): void => {
      restore()
      process.kill(process.pid, 'SIGSTOP')
    }
    const resume = (): void => {
      take()
      back.next()
    }
    const handlers = { exit: restore, uncaughtExceptionMonitor: restore, SIGTSTP: stop, SIGCONT: resume }
    for (const [event, handler] of Object.entries(handlers)) process.on(event, handler)
    take()
    subscriber.next({
      size: () => ({ columns: terminal.columns || 80, rows: terminal.rows || 24 }),
      stale$: merge(fromEvent(terminal as NodeJS.WriteStream, 'resize'), back),
      draw: (lines) => {
        if (!isTaken) return
        // Lines are overwritten, then the rest is cleared: clearing first would flicker.
        const text = lines.map((line) => `${line}\x1b[K`).join('\r\n')
        terminal.write(`${frame[0]}\x1b[H${text}\x1b[J${frame[1]}`)
      },
    })
    return () => {
      for (const [event, handler] of Object.entries(handlers)) process.off(event, handler)
      restore()
    }
  })
