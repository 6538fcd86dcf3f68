import type { AddedFault } from '../faults.js'
import { withText } from './parts.js'
import { shownTime } from './shownTime.js'

/** Draws the faults that were added as buttons that take them back. */
export const drawFaults = (
  place: HTMLElement,
  faults: ReadonlyArray<AddedFault>,
  takeBack: (fault: AddedFault) => void,
): void => {
  place.replaceChildren(
    ...faults.map((fault) => {
      const text = `${fault.name} at ${shownTime(fault.at)}`
      const button = withText('button', `${text} ×`)
      button.type = 'button'
      button.setAttribute('aria-label', `Take back ${text}`)
      button.addEventListener('click', () => takeBack(fault))
      const item = document.createElement('li')
      item.append(button)
      return item
    }),
  )
}
