import { type Address, readAddress, writeAddress } from '../address.js'
import type { FaultName } from '../faults.js'
import type { PrintedLine } from '../run/createRun.js'
import { scenes } from '../scenes.js'
import { createPlayback, type Playback } from './createPlayback.js'
import { createTicker } from './createTicker.js'
import { drawFaults } from './drawFaults.js'
import { parts } from './parts.js'
import { say, showLines, showMoment } from './view.js'

/** A scene with its moment and its faults, which the address of the page has. */
export interface Timeline extends Pick<Playback, 'clear' | 'inspection$'> {
  readonly address: () => Address
  /** What the program has printed until the moment. */
  readonly lines: () => ReadonlyArray<PrintedLine>
  /** Takes an address, and stops. */
  readonly set: (address: Address) => void
  /** Goes to another moment, or takes another seed or other faults. */
  readonly change: (changes: Partial<Address>) => void
  /** Runs what a program was compiled to, up to the moment. */
  readonly load: (code: string) => void
  /** Lets nothing run until a program is loaded. */
  readonly hold: () => void
  readonly isHeld: () => boolean
  readonly play: () => void
  readonly stop: () => void
  /** Plays, from the beginning where it is at its end, or stops. */
  readonly toggle: () => void
  /** Adds a fault for the next request, at the moment that is shown. */
  readonly addFault: (name: FaultName) => void
}

/** Makes a timeline, and shows it. */
export const createTimeline = (): Timeline => {
  let address = readAddress(location.hash)
  let isHeld = false
  let lines: ReadonlyArray<PrintedLine> = []
  const end = (): number => scenes[address.scene].span

  const playback = createPlayback((shown, arrived) => {
    lines = shown.lines
    showLines(lines)
    document.documentElement.dataset.arrived = String(arrived.moment)
    if (shown.error === undefined) return
    ticker.set(false)
    say(shown.error, true)
  })

  /** The address is written when something has come to rest: browsers allow a few writes a second. */
  const write = (): void => window.history.replaceState(null, '', writeAddress(address))

  const goTo = (): void => {
    if (!isHeld) playback.goTo({ seed: address.seed, moment: address.moment, faults: address.faults })
  }

  const showFaults = (): void =>
    drawFaults(parts.added, address.faults, (fault) => {
      change({ faults: address.faults.filter((one) => one !== fault) })
      parts.play.focus()
    })

  const change = (changes: Partial<Address>): void => {
    address = { ...address, ...changes }
    showMoment(address)
    if (changes.faults) showFaults()
    goTo()
    if (!ticker.isPlaying()) write()
  }

  const ticker = createTicker(
    playback.isBusy,
    (passed) => {
      const moment = Math.round(address.moment + passed * (Number(parts.speed.value) / 1000))
      change({ moment: Math.min(moment, end()) })
      if (address.moment === end()) ticker.set(false)
    },
    (isPlaying) => {
      parts.play.textContent = isPlaying ? 'Pause' : 'Play'
      if (!isPlaying) write()
    },
  )

  return {
    inspection$: playback.inspection$,
    clear: playback.clear,
    address: () => address,
    lines: () => lines,
    set: (given) => {
      ticker.set(false)
      address = given
      write()
      showMoment(address)
      showFaults()
    },
    change,
    load: (code) => {
      playback.load(code)
      isHeld = false
      goTo()
    },
    hold: () => (isHeld = true),
    isHeld: () => isHeld,
    play: () => ticker.set(true),
    stop: () => ticker.set(false),
    toggle: () => {
      if (!ticker.isPlaying() && address.moment === end()) change({ moment: 0 })
      ticker.set(!ticker.isPlaying())
    },
    addFault: (name) => {
      const before = address.faults.filter(({ at }) => at <= address.moment)
      const after = address.faults.filter(({ at }) => at > address.moment)
      change({ faults: [...before, { name, at: address.moment }, ...after] })
    },
  }
}
