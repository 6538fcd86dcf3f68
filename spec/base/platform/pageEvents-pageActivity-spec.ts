import { pageActivity } from '../../../lib/index.js'
import { inBrowser } from '../../helpers/browserPage.js'

/** What is told while it is listened to. */
const hearing = () => {
  const heard: Array<boolean | string> = []
  const subscription = pageActivity().subscribe({
    next: (isActive) => heard.push(isActive),
    complete: () => heard.push('complete'),
  })
  return { heard, subscription }
}

describe('pageActivity', () => {
  it('is true while the page is shown and online, told once a change', () => {
    inBrowser('page', ({ show, connect }) => {
      const { heard } = hearing()
      show(true)
      show(false)
      connect(false)
      connect(true)
      expect(heard).toEqual([true, false])
      show(true)
      connect(false)
      connect(true)
      expect(heard).toEqual([true, false, true, false, true])
    })
  })

  it('tells a late subscriber how it is, and listens only while it is subscribed to', () => {
    inBrowser('page', ({ show, listeners }) => {
      show(false)
      expect(listeners()).toBe(0)
      const { heard, subscription } = hearing()
      expect([heard, listeners()]).toEqual([[false], 3])
      subscription.unsubscribe()
      expect(listeners()).toBe(0)
    })
  })

  it('knows of the network in a worker, and is true on Node', () => {
    inBrowser('worker', ({ show, connect }) => {
      const { heard } = hearing()
      show(false)
      connect(false)
      expect(heard).toEqual([true, false])
    })
    expect(hearing().heard).toEqual([true, 'complete'])
  })
})
