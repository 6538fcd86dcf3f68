import { type Address, hasMoment, readAddress } from '../address.js'
import { asProgram, asTest } from '../asTest.js'
import { type SceneName, scenes } from '../scenes.js'
import { copyText } from './copyText.js'
import { createProgram } from './createProgram.js'
import type { Timeline } from './createTimeline.js'
import { parts } from './parts.js'
import { say, showScene, sourceOf } from './view.js'

/** What the reader does with scenes and their programs. */
export interface Session {
  /** Shows what the address of the page says. */
  readonly begin: () => Promise<void>
  /** Begins another scene. */
  readonly choose: (scene: SceneName) => void
  readonly edit: () => Promise<void>
  readonly run: () => Promise<void>
  /** Runs the scene's own program again. */
  readonly takeBack: () => void
  /** Copies the scene as a program that runs from a file. */
  readonly copyProgram: () => Promise<void>
  /** Copies the scene as a test. */
  readonly copyTest: () => Promise<void>
}

/** Makes a session on a timeline. */
export const createSession = (timeline: Timeline): Session => {
  const program = createProgram(() => void run())

  const show = (address: Address): void => {
    timeline.set(address)
    showScene(address)
    program.set(address)
  }

  const load = async (): Promise<void> => {
    try {
      timeline.load(await program.compile(timeline.address()))
      say('')
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), true)
    }
  }

  const run = async (): Promise<void> => {
    const script = program.script(timeline.address())
    timeline.change({ script })
    parts.reset.hidden = script === undefined
    await load()
  }

  /** A scene of which no moment was asked for is played; who wants no motion sees its end. */
  const playAtOnce = (): void => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches)
      timeline.change({ moment: scenes[timeline.address().scene].span })
    else timeline.play()
  }

  const begin = async (): Promise<void> => {
    const isChosen = hasMoment(location.hash)
    const address = readAddress(location.hash)
    show(address)
    if (address.script !== undefined) {
      timeline.hold()
      await program.open(address)
      say('This program came with the address. Read it, then press Run.')
      return
    }
    await load()
    if (!isChosen) playAtOnce()
  }

  return {
    begin,
    choose: (scene) => {
      const chosen = new URLSearchParams({ scene, seed: String(timeline.address().seed) })
      window.history.replaceState(null, '', `#${chosen.toString()}`)
      void begin()
    },
    edit: () => program.open(timeline.address()).then(program.focus),
    run,
    takeBack: () => {
      show({ ...timeline.address(), script: undefined })
      void run()
    },
    copyProgram: async () => {
      const address = timeline.address()
      const moment = scenes[address.scene].span
      say(await copyText(parts.copied, 'program', asProgram({ ...address, moment, source: sourceOf(address) })))
    },
    copyTest: async () => {
      timeline.stop()
      const address = timeline.address()
      const { title } = scenes[address.scene]
      const text = asTest({ ...address, title, source: sourceOf(address), lines: timeline.lines() })
      say(await copyText(parts.copied, 'test', text))
    },
  }
}
