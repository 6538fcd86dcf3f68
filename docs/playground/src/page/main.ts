import * as texts from 'playground:scenes'
import { defineInspector, type InspectorElement } from 'rxbank/devtools'
import { type Address, readAddress, writeAddress } from '../address.js'
import { asTest } from '../asTest.js'
import type { Editor } from '../editor/editor.js'
import type { FaultName } from '../faults.js'
import { type SceneName, scenes, speeds } from '../scenes.js'
import { copyText } from './copyText.js'
import { createPlayback } from './createPlayback.js'
import { createTicker } from './createTicker.js'
import { drawFaults } from './drawFaults.js'
import { parts, withText } from './parts.js'
import { shownTime } from './shownTime.js'

let state: Address = readAddress(location.hash)
/** Whether the program came with the address: it runs when the reader says so. */
let isHeld = false
let lines: ReadonlyArray<string> = []
let editor: Editor | undefined

const say = (text: string, isError = false): void => {
  parts.status.textContent = text
  parts.status.classList.toggle('error', isError)
}

const showMoment = (): void => {
  const text = `${shownTime(state.moment)} of ${shownTime(scenes[state.scene].span)}`
  parts.slider.value = String(state.moment)
  parts.slider.setAttribute('aria-valuetext', text)
  parts.moment.textContent = text
}

const showAdded = (): void =>
  drawFaults(parts.added, state.faults, (fault) => {
    change({ faults: state.faults.filter((one) => one !== fault) })
    parts.play.focus()
  })

const source = (): string => state.script ?? texts[state.scene].source

const playback = createPlayback((shown, arrived) => {
  lines = shown.lines
  parts.lines.replaceChildren(...lines.map((line) => withText('li', line)))
  parts.lines.scrollTop = parts.lines.scrollHeight
  document.documentElement.dataset.arrived = String(arrived.moment)
  if (shown.error === undefined) return
  ticker.set(false)
  say(shown.error, true)
})

const goTo = (): void => {
  if (!isHeld) playback.goTo({ seed: state.seed, moment: state.moment, faults: state.faults })
}

/** The address is written when something has come to rest: browsers allow a few writes a second. */
const write = (): void => window.history.replaceState(null, '', writeAddress(state))

const change = (changes: Partial<Address>): void => {
  state = { ...state, ...changes }
  showMoment()
  if (changes.faults) showAdded()
  goTo()
  if (!ticker.isPlaying()) write()
}

const ticker = createTicker(
  playback.isBusy,
  (passed) => {
    const { span } = scenes[state.scene]
    change({ moment: Math.min(Math.round(state.moment + passed * (Number(parts.speed.value) / 1000)), span) })
    if (state.moment === span) ticker.set(false)
  },
  (isPlaying) => {
    parts.play.textContent = isPlaying ? 'Pause' : 'Play'
    if (!isPlaying) write()
  },
)

const load = async (): Promise<void> => {
  const { script } = state
  try {
    playback.load(
      script === undefined ? texts[state.scene].code : (await import('../editor/editor.js')).compile(script),
    )
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true)
    return
  }
  isHeld = false
  say('')
  goTo()
}

const showScene = (): void => {
  const { title, about, span, speed } = scenes[state.scene]
  document.title = `${title} · RxBank playground`
  parts.scene.value = state.scene
  parts.seed.value = String(state.seed)
  parts.about.textContent = about
  parts.slider.max = String(span)
  parts.slider.step = String(span / 200)
  parts.speed.value = String(speed)
  parts.code.textContent = source()
  parts.test.hidden = true
  editor?.set(source())
  parts.reset.hidden = state.script === undefined
  showMoment()
  showAdded()
}

const openEditor = async (): Promise<void> => {
  const { createEditor } = await import('../editor/editor.js')
  parts.editor.hidden = false
  parts.code.hidden = true
  parts.edit.hidden = true
  parts.run.hidden = false
  editor ??= createEditor(parts.editor, source(), () => void run())
}

const run = async (): Promise<void> => {
  const text = editor?.text() ?? source()
  state = { ...state, script: text === texts[state.scene].source ? undefined : text }
  parts.reset.hidden = state.script === undefined
  write()
  await load()
}

/** What the address says is shown; a program that came with it waits for the reader. */
const begin = async (): Promise<void> => {
  const wanted = readAddress(location.hash)
  ticker.set(false)
  state = wanted
  write()
  showScene()
  isHeld = state.script !== undefined
  if (!isHeld) return load()
  await openEditor()
  say('This program came with the address. Read it, then press Run.')
}

const copy = async (): Promise<void> => {
  const { title } = scenes[state.scene]
  ticker.set(false)
  say(await copyText(parts.test, asTest({ ...state, title, source: source(), lines })))
}

parts.scene.append(...Object.entries(scenes).map(([name, { title }]) => new Option(title, name)))
parts.speed.append(...Object.entries(speeds).map(([name, speed]) => new Option(name, String(speed))))

parts.scene.addEventListener('change', () => {
  const { seed } = state
  window.history.replaceState(
    null,
    '',
    writeAddress({ scene: parts.scene.value as SceneName, seed, moment: 0, faults: [], script: undefined }),
  )
  void begin()
})
parts.seed.addEventListener('change', () => {
  if (parts.seed.value !== '' && parts.seed.checkValidity()) change({ seed: Number(parts.seed.value) })
})
parts.play.addEventListener('click', () => {
  if (isHeld) return void run()
  if (!ticker.isPlaying() && state.moment === scenes[state.scene].span) change({ moment: 0 })
  ticker.set(!ticker.isPlaying())
})
parts.slider.addEventListener('input', () => change({ moment: Math.round(Number(parts.slider.value)) }))
for (const button of document.querySelectorAll<HTMLElement>('[data-fault]'))
  button.addEventListener('click', () => {
    const before = state.faults.filter(({ at }) => at <= state.moment)
    const after = state.faults.filter(({ at }) => at > state.moment)
    change({ faults: [...before, { name: button.dataset.fault as FaultName, at: state.moment }, ...after] })
  })
parts.edit.addEventListener('click', () => void openEditor().then(() => editor?.focus()))
parts.run.addEventListener('click', () => void run())
parts.reset.addEventListener('click', () => {
  state = { ...state, script: undefined }
  showScene()
  void run()
})
parts.copy.addEventListener('click', () => void copy())
window.addEventListener('hashchange', () => void begin())

defineInspector()
const element = document.querySelector<HTMLElement & InspectorElement>('rxbank-inspector')
if (element) element.inspector = { inspection$: playback.inspection$, clear: playback.clear }
void begin()
