import { fromEvent, merge, Observable, Subject } from 'rxjs'

/** The parts of a terminal that a screen needs. */
export type Terminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'rows' | 'on' | 'off'>

/** A full screen. */
export interface FullScreen {
  /** The current size. */
  readonly size: () => { readonly columns: number; readonly rows: number }
  /** Emits when the screen must be redrawn: after a change of size, or when the process continues after a stop. */
  readonly stale$: Observable<unknown>
  /** Replaces the content of the screen. Each line must be narrower than the terminal. */
  readonly draw: (lines: ReadonlyArray<string>) => void
}

const enterSequence = '\x1b[?1049h\x1b[?25l\x1b[?7l'
const leaveSequence = '\x1b[?7h\x1b[?25h\x1b[?1049l'
/** Escape sequences around an update, which terminals that support them draw in one step. */
const updateSequences = ['\x1b[?2026h', '\x1b[?2026l'] as const

/**
 * Switches a terminal to its alternate screen, without cursor or wrapping, and emits the screen. Unsubscribing, the end of
 * the process, and a stop by Ctrl-Z restore the terminal.
 */
export const fullScreen = (terminal: Terminal): Observable<FullScreen> =>
  // Operators cannot express this: handlers of the process must also restore the terminal, while the subscription continues.
  new Observable((subscriber) => {
    const resumed = new Subject<void>()
    let isActive = false
    const activate = (): void => {
      isActive = true
      terminal.write(enterSequence)
    }
    const restore = (): void => {
      if (isActive) terminal.write(leaveSequence)
      isActive = false
    }
    const stop = (): void => {
      restore()
      process.kill(process.pid, 'SIGSTOP')
    }
    const resume = (): void => {
      activate()
      resumed.next()
    }
    const handlers = { exit: restore, uncaughtExceptionMonitor: restore, SIGTSTP: stop, SIGCONT: resume }
    for (const [event, handler] of Object.entries(handlers)) process.on(event, handler)
    activate()
    subscriber.next({
      size: () => ({ columns: terminal.columns || 80, rows: terminal.rows || 24 }),
      stale$: merge(fromEvent(terminal as NodeJS.WriteStream, 'resize'), resumed),
      draw: (lines) => {
        if (!isActive) return
        // The rest is cleared after the lines are overwritten: clearing first would flicker.
        const text = lines.map((line) => `${line}\x1b[K`).join('\r\n')
        terminal.write(`${updateSequences[0]}\x1b[H${text}\x1b[J${updateSequences[1]}`)
      },
    })
    return () => {
      for (const [event, handler] of Object.entries(handlers)) process.off(event, handler)
      restore()
    }
  })
