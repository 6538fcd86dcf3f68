import * as t from 'io-ts'
import { defer, of } from 'rxjs'
import { createClient, createVirtualClock, pageWakeUps } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { inBrowser } from '../../helpers/browserPage.js'
import { lastingToken } from '../../helpers/scripted.js'
import { insights } from '../../helpers/world.js'

/** What is heard while it is listened to. */
const hearing = () => {
  const heard: Array<string> = []
  const subscription = pageWakeUps().subscribe({
    next: ({ type }) => heard.push(type),
    complete: () => heard.push('complete'),
  })
  return { heard, subscription }
}

describe('pageWakeUps', () => {
  it('tells that the page is shown, focused, unfrozen, taken out of the cache, or online', () => {
    inBrowser('page', ({ show, fire }) => {
      const { heard } = hearing()
      show(false)
      fire('offline', 'blur', 'freeze', 'pagehide')
      expect(heard).toEqual([])
      show(true)
      fire('resume', 'pageshow', 'focus', 'online')
      expect(heard).toEqual(['visibilitychange', 'resume', 'pageshow', 'focus', 'online'])
    })
  })

  it('listens once for all, and only while it is subscribed to', () => {
    inBrowser('page', ({ listeners }) => {
      const wakes$ = pageWakeUps()
      expect(listeners()).toBe(0)
      const all = [wakes$.subscribe(), wakes$.subscribe()]
      expect(listeners()).toBe(5)
      for (const each of all) each.unsubscribe()
      expect(listeners()).toBe(0)
    })
  })

  it('hears of the network in a worker, and of nothing on Node', () => {
    inBrowser('worker', ({ fire }) => {
      const { heard } = hearing()
      fire('online', 'visibilitychange')
      expect(heard).toEqual(['online'])
    })
    expect(hearing().heard).toEqual(['complete'])
  })

  it('as the hints of a clock end a wait once, at once, whose end has passed in a sleep', () => {
    inBrowser('page', ({ show, fire, listeners }) => {
      const virtual = createVirtualClock()
      const clock = { ...virtual, wakeUp$: pageWakeUps() }
      let polls = 0
      const http = () => defer(() => of({ status: 200, headers: {}, body: String(++polls) }))
      const client = createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        clientId: 'id',
        http,
        clock,
        random: () => 0.5,
      })
      const user = client.user({ token$: of(lastingToken()) })
      const watching = user.poll({ ...insights, codec: t.number }, { every: 3_600_000 }).subscribe()
      virtual.advance(60_000)
      const before = polls
      virtual.sleep(8 * 3_600_000)
      show(true)
      fire('resume', 'pageshow', 'focus', 'online')
      virtual.advance(0)
      expect([before, polls]).toEqual([1, 2])
      watching.unsubscribe()
      expect([listeners(), virtual.pending()]).toEqual([0, 0])
    })
  })
})
