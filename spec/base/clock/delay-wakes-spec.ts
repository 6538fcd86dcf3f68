import { BehaviorSubject, NEVER, of, ReplaySubject, Subject, throwError } from 'rxjs'
import { wakes } from '../../../lib/base/clock/delay.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createClient } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

const { wall, monotonic, scheduler } = createVirtualClock()
const clock = { wall, monotonic, scheduler }

describe('wakes', () => {
  it('tells the hints of a clock while it is subscribed to', () => {
    const wakeUp$ = new Subject<string>()
    const heard: Array<unknown> = []
    const subscription = wakes({ ...clock, wakeUp$ }).subscribe((hint) => heard.push(hint))
    wakeUp$.next('online')
    subscription.unsubscribe()
    expect([heard, wakeUp$.observed]).toEqual([['online'], false])
  })

  it.each([
    ['fail', throwError(() => new Error('no hints')), []],
    ['complete', of('online'), ['complete']],
    ['never come', NEVER, []],
  ])('does not fail with hints that %s', (_, wakeUp$, expected) => {
    const heard: Array<unknown> = []
    wakes({ ...clock, wakeUp$ }).subscribe({
      next: (hint) => heard.push(hint),
      error: () => heard.push('error'),
      complete: () => heard.push('complete'),
    })
    expect(heard).toEqual(expected)
  })

  it.each([new BehaviorSubject('old'), new ReplaySubject<string>()])(
    'passes over hints that are replayed',
    (wakeUp$) => {
      wakeUp$.next('old')
      const heard: Array<unknown> = []
      wakes({ ...clock, wakeUp$ }).subscribe((hint) => heard.push(hint))
      expect(heard).toEqual([])
      wakeUp$.next('online')
      expect(heard).toEqual(['online'])
    },
  )

  it('leaves a client whose hints are replayed to ask as ever', () => {
    const time = createVirtualClock()
    const sandbox = createSandbox({ profile: documentedProfile, clock: time })
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      http: sandbox.http,
      clock: { ...time, wakeUp$: new BehaviorSubject('old') },
    })
    client.user({ externalUserId: 'A6J' }).token$.subscribe()
    time.advance(7_200_000)
    expect(sandbox.journal.counts().routes).toEqual({ authenticate: 2 })
  })

  it('hears nothing of a clock without hints', () => {
    expect(wakes(clock).subscribe().closed).toBe(false)
  })
})
