import * as texts from 'playground:scenes'
import type { Address } from '../address.js'
import type { PrintedLine } from '../run/createRun.js'
import { scenes, speeds } from '../scenes.js'
import { parts, withText } from './parts.js'
import { shownTime } from './shownTime.js'

/** The program of an address: its own, or that of its scene. */
export const sourceOf = ({ scene, script }: Address): string => script ?? texts[scene].source

/**
 * Tells the reader something, beside the clock and beside the program: whoever pressed Play looks at the one, whoever
 * pressed Run at the other. The first is announced.
 */
export const say = (text: string, isError = false): void => {
  for (const place of [parts.status, parts.outcome]) {
    place.textContent = text
    place.classList.toggle('error', isError)
  }
  const { activeElement } = document
  if (text !== '' && activeElement && parts.program.contains(activeElement))
    parts.outcome.scrollIntoView({ block: 'nearest' })
}

/** Shows the lines that the program has printed. */
export const showLines = (lines: ReadonlyArray<PrintedLine>): void => {
  parts.lines.replaceChildren(...lines.map(({ at, text }) => withText('li', `${shownTime(at)}: ${text}`)))
  parts.lines.scrollTop = parts.lines.scrollHeight
}

/** Shows which moment of the scene it is. */
export const showMoment = ({ moment, scene }: Address): void => {
  const text = `${shownTime(moment, 2)} of ${shownTime(scenes[scene].span)}`
  parts.slider.value = String(moment)
  parts.slider.setAttribute('aria-valuetext', text)
  parts.moment.textContent = text
}

/** The program of an address, in the colors of the editor if it is that of its scene. */
const codeOf = ({ scene, script }: Address): ReadonlyArray<Node | string> =>
  script === undefined
    ? texts[scene].tokens.map(([text, kind]) => {
        if (kind === '') return text
        const element = withText('span', text)
        element.className = kind
        return element
      })
    : [script]

/** Shows the scene of an address, and its program to read. */
export const showScene = (address: Address): void => {
  const { title, about, span, speed } = scenes[address.scene]
  document.title = `${title} · RxBank playground`
  parts.scene.value = address.scene
  parts.seed.value = String(address.seed)
  parts.about.textContent = about
  parts.slider.max = String(span)
  parts.slider.step = String(span / 200)
  parts.speed.value = String(speed)
  parts.code.replaceChildren(...codeOf(address))
  parts.copied.hidden = true
  parts.reset.hidden = address.script === undefined
  showMoment(address)
}

/** Fills the lists of scenes and of speeds. */
export const fillChoices = (): void => {
  parts.scene.append(...Object.entries(scenes).map(([name, { title }]) => new Option(title, name)))
  parts.speed.append(...Object.entries(speeds).map(([name, speed]) => new Option(name, String(speed))))
}
