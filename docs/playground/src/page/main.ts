import { defineInspector, type InspectorElement } from 'rxbank/devtools'
import type { FaultName } from '../faults.js'
import type { SceneName } from '../scenes.js'
import { createSession } from './createSession.js'
import { createTimeline } from './createTimeline.js'
import { parts } from './parts.js'
import { fillChoices } from './view.js'

const timeline = createTimeline()
const session = createSession(timeline)

parts.scene.addEventListener('change', () => session.choose(parts.scene.value as SceneName))
parts.seed.addEventListener('change', () => {
  if (parts.seed.value !== '' && parts.seed.checkValidity()) timeline.change({ seed: Number(parts.seed.value) })
})
parts.play.addEventListener('click', () => {
  if (timeline.isHeld()) void session.run()
  else timeline.toggle()
})
parts.slider.addEventListener('input', () => timeline.change({ moment: Math.round(Number(parts.slider.value)) }))
for (const button of document.querySelectorAll<HTMLElement>('[data-fault]'))
  button.addEventListener('click', () => timeline.addFault(button.dataset.fault as FaultName))
parts.edit.addEventListener('click', () => void session.edit())
parts.run.addEventListener('click', () => void session.run())
parts.reset.addEventListener('click', session.takeBack)
parts.copyProgram.addEventListener('click', () => void session.copyProgram())
parts.copyTest.addEventListener('click', () => void session.copyTest())
window.addEventListener('hashchange', () => void session.begin())

fillChoices()
// Where there is room, faults are a click away; on a phone the lanes come first.
parts.faults.open = matchMedia('(min-width: 821px)').matches
defineInspector()
const element = document.querySelector<HTMLElement & InspectorElement>('rxbank-inspector')
if (element) element.inspector = { inspection$: timeline.inspection$, clear: timeline.clear }
void session.begin()
