import { none } from 'fp-ts/lib/Option.js'
import type { Inspection } from 'rxbank/devtools'
import { Subject } from 'rxjs'
import type { Wanted } from '../run/createRun.js'
import type { Shown } from '../run/messages.js'
import { type Player, startWorker } from './startWorker.js'

/** How long a program may take to come to a moment, in milliseconds, before it is ended. */
const patience = 15_000

/** What is shown of a program before it has done anything. */
const nothing: Inspection = { requests: [], tokens: [], watchers: [], lanes: [], markCount: 0, dropped: 0, last: none }

/** The program that is shown, wherever its time is. */
export interface Playback {
  readonly inspection$: Subject<Inspection>
  /** Ends the program before, and loads another; it begins when it is told where to go. */
  readonly load: (code: string) => void
  /** Goes to a moment. Of several while the program is on its way, the last counts. */
  readonly goTo: (wanted: Wanted) => void
  readonly clear: () => void
  readonly isBusy: () => boolean
}

/** Makes a playback; `show` is told what is printed, and why a program has stopped. */
export const createPlayback = (show: (shown: Omit<Shown, 'inspection'>, arrived: Wanted) => void): Playback => {
  const inspection$ = new Subject<Inspection>()
  let player: Player | undefined
  let code = ''
  let underway: Wanted | undefined
  let next: Wanted | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = (): void => {
    clearTimeout(timer)
    player?.end()
    player = undefined
    underway = undefined
  }
  const fail = (error: string): void => {
    const arrived = underway
    end()
    next = undefined
    if (arrived) show({ lines: [], error }, arrived)
  }
  const answered = ({ inspection, lines = [], error }: Partial<Shown>): void => {
    const arrived = underway
    clearTimeout(timer)
    underway = undefined
    if (inspection) inspection$.next(inspection)
    if (arrived) show({ lines, ...(error !== undefined && { error }) }, arrived)
    if (error !== undefined) end()
    const following = next
    next = undefined
    if (following && error === undefined) goTo(following)
  }
  const goTo = (wanted: Wanted): void => {
    if (underway) {
      next = wanted
      return
    }
    player ??= startWorker(code, answered, fail)
    underway = wanted
    timer = setTimeout(() => fail('The program did not come to an end; it was stopped.'), patience)
    player.send(wanted)
  }

  return {
    inspection$,
    load: (text) => {
      end()
      next = undefined
      code = text
      inspection$.next(nothing)
    },
    goTo,
    clear: () => player?.send('clear'),
    isBusy: () => underway !== undefined,
  }
}
