import { fromEvent, merge, Observable, Subject } from 'rxjs'

/** A terminal that a screen can take. */
export type Terminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'rows' | 'on' | 'off'>

/** The whole of a terminal, drawn anew each time. */
export interface Screen {
  /** As it is now. */
  readonly size: () => { readonly columns: number; readonly rows: number }
  /** Emits when all must be drawn again: another size, or back from the background. */
  readonly stale$: Observable<unknown>
  /** Shows these lines and nothing else; all must be narrower than the terminal. */
  readonly draw: (lines: ReadonlyArray<string>) => void
}

const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l'
const leave = '\x1b[?7h\x1b[?25h\x1b[?1049l'
/** Terminals that know these show what is between them at once. */
const frame = ['\x1b[?2026h', '\x1b[?2026l'] as const

/**
 * Takes a terminal: its alternate screen, without cursor or wrapping. Emits the screen; unsubscribing gives the terminal
 * back as it was, and so does the end of the process, whatever ends it, and a stop by Ctrl-Z.
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
        // Overwriting and then clearing what is left does not flicker, as clearing first would.
        const text = lines.map((line) => `${line}\x1b[K`).join('\r\n')
        terminal.write(`${frame[0]}\x1b[H${text}\x1b[J${frame[1]}`)
      },
    })
    return () => {
      for (const [event, handler] of Object.entries(handlers)) process.off(event, handler)
      restore()
    }
  })
