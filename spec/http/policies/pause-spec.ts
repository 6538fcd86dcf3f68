import * as t from 'io-ts'
import { BehaviorSubject, concat, defer, map, NEVER, type Observable, of, Subject, throwError } from 'rxjs'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { pause, whenActive } from '../../../lib/http/policies/pause.js'
import { createClient, createVirtualClock, type HttpRequest, type Limits } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json, page, token } from '../../helpers/responses.js'
import { after, counting, late } from '../../helpers/watching.js'

const second = 1000
const minute = 60 * second

/** What a gate lets through. */
const through = (active$: Observable<boolean>) => {
  const seen: Array<unknown> = []
  const subscription = whenActive(active$).subscribe({
    next: (isActive) => seen.push(isActive),
    error: () => seen.push('error'),
    complete: () => seen.push('complete'),
  })
  return { seen, subscription }
}

describe('whenActive', () => {
  it.each<readonly [string, Observable<boolean>]>([
    ['is active', of(true)],
    ['says nothing', NEVER],
    ['has failed', throwError(() => new Error('no hint'))],
    ['has completed with false', of(false)],
    ['has said otherwise last', concat(of(false), of(true), NEVER)],
  ])('lets go at once if it %s', (_, active$) => {
    expect(through(active$).seen).toEqual([true, 'complete'])
  })

  it.each<readonly [string, (active$: Subject<boolean>) => void]>([
    ['is active again', (active$) => active$.next(true)],
    ['fails', (active$) => active$.error(new Error('no hint'))],
    ['completes', (active$) => active$.complete()],
  ])('holds back until it %s, and listens no longer', (_, then) => {
    const active$ = new BehaviorSubject(false)
    const { seen } = through(active$)
    active$.next(false)
    expect([seen, active$.observed]).toEqual([[], true])
    then(active$)
    expect([seen, active$.observed]).toEqual([[true, 'complete'], false])
  })

  it('listens no longer to who is unsubscribed from', () => {
    const active$ = new BehaviorSubject(false)
    through(active$).subscription.unsubscribe()
    expect(active$.observed).toBe(false)
  })
})

describe('pause', () => {
  it('holds back what is asked in the background, and nothing else; what is in flight completes', () => {
    const active$ = new BehaviorSubject(false)
    const answers: Array<Subject<HttpResponse>> = []
    const http = pause(active$)(() => {
      const answer = new Subject<HttpResponse>()
      answers.push(answer)
      return answer
    })
    const got: Array<string> = []
    const ask = (priority: HttpRequest['priority']) =>
      http({ ...httpRequest(), priority }).subscribe(() => got.push(priority))
    ask('background')
    ask('interactive')
    expect(answers.length).toBe(1)
    active$.next(true)
    expect(answers.length).toBe(2)
    active$.next(false)
    for (const answer of answers) answer.next(json({}))
    expect(got).toEqual(['interactive', 'background'])
    ask('background').unsubscribe()
    expect([answers.length, active$.observed]).toEqual([2, false])
  })
})

/** A client of a service whose answers take 100 ms, which may be out of reach. */
const watched = (active$: Observable<boolean>, limits: Limits = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const asked: Array<string> = []
  const { http, counts } = counting((request) => {
    asked.push(request.operation)
    const isToken = request.operation === 'authenticate'
    if (isToken) return late(clock, 100, token('T', clock.wall() + 10 * minute))
    return late(clock, 100, request.operation === 'insights' ? json('done') : page([]))
  })
  const config = { baseUrl: 'https://bank.example', clientId: 'id', clientSecret: 'secret', random: () => 0.5 }
  const client = createClient({ profile: documentedProfile, ...config, http, clock, active$, limits })
  const user = client.user({ externalUserId: 'A6J' })
  const failures: Array<unknown> = []
  const error = (caught: unknown) => failures.push(caught)
  const insights = {
    operation: 'insights',
    method: 'GET',
    path: '/v2/insights',
    access: 'user',
    codec: t.string,
  } as const
  return {
    clock,
    counts,
    take: () => asked.splice(0),
    failures,
    watch: () => user.transactions.watchUpdated().subscribe({ error }),
    poll: () => user.poll(insights, { every: minute }).subscribe({ error }),
    ask: () => user.send(insights).subscribe({ error }),
  }
}

describe('a client that is not active', () => {
  it('asks nothing for watchers, no token either, and once for each as it is active again', () => {
    const active$ = new BehaviorSubject(false)
    const { clock, watch, poll, take, failures } = watched(active$)
    watch()
    poll()
    clock.advance(60 * minute)
    expect([take(), failures, clock.pending()]).toEqual([[], [], 0])
    active$.next(true)
    clock.advance(second)
    expect(take()).toEqual(['authenticate', 'transactions.updated', 'insights'])
    active$.next(false)
    clock.advance(60 * minute)
    expect([take(), failures, clock.pending()]).toEqual([[], [], 0])
    active$.next(true)
    clock.advance(second)
    expect(take().sort()).toEqual(['authenticate', 'insights', 'transactions.updated'])
    clock.advance(minute - 2 * second)
    expect(take()).toEqual([])
  })

  it('completes what is in flight, and sends what somebody asks himself', () => {
    const active$ = new BehaviorSubject(true)
    const { clock, watch, ask, take, counts, failures } = watched(active$)
    watch()
    clock.advance(150)
    active$.next(false)
    clock.advance(minute)
    expect([take(), counts.aborted, counts.answered]).toEqual([['authenticate', 'transactions.updated'], 0, 2])
    ask()
    clock.advance(second)
    expect([take(), failures]).toEqual([['insights'], []])
  })

  it('gives back the turn of what waited for it as it became so, and takes no point', () => {
    const active$ = new BehaviorSubject(true)
    const { clock, watch, poll, ask, take, failures } = watched(active$, { user: { requests: 2, per: 10 * minute } })
    ask()
    clock.advance(second)
    ask()
    const watching = [watch(), poll()]
    clock.advance(second)
    expect(take()).toEqual(['authenticate', 'insights', 'insights'])
    active$.next(false)
    clock.advance(60 * minute)
    expect([take(), failures, clock.pending()]).toEqual([[], [], 0])
    ask()
    ask()
    clock.advance(second)
    expect(take()).toEqual(['authenticate', 'insights', 'insights'])
    active$.next(true)
    clock.advance(second)
    expect(take()).toEqual([])
    clock.advance(20 * minute)
    expect(take()).toEqual(expect.arrayContaining(['transactions.updated', 'insights']))
    expect(failures).toEqual([])
    watching.forEach((one) => one.unsubscribe())
    expect([active$.observed, clock.pending()]).toEqual([false, 0])
  })

  it('keeps the place in the line of what is active again when its turn comes', () => {
    const active$ = new BehaviorSubject(true)
    const { clock, watch, ask, take, failures } = watched(active$, { user: { requests: 1, per: minute } })
    ask()
    watch()
    clock.advance(second)
    expect(take()).toEqual(['authenticate', 'insights'])
    for (let turn = 0; turn < 10; turn++) active$.next(turn % 2 === 1)
    ask()
    clock.advance(minute)
    clock.advance(minute)
    expect([take().sort(), failures]).toEqual([['insights', 'transactions.updated'], []])
  })

  it('asks once somebody says that it is, also where each is told late', () => {
    const isBack = defer(() => after(clock, second).pipe(map(() => true)))
    const { clock, watch, take } = watched(concat(of(false), isBack, NEVER))
    watch()
    clock.advance(999)
    expect(take()).toEqual([])
    clock.advance(second)
    expect(take()).toEqual(['authenticate', 'transactions.updated'])
  })

  it('asks as ever if nobody says that it is not, or who did has failed', () => {
    for (const active$ of [NEVER, throwError(() => new Error('no hint'))]) {
      const { clock, watch, take, failures } = watched(active$)
      const watching = watch()
      clock.advance(10 * minute)
      expect(take().length).toBeGreaterThan(9)
      expect(failures).toEqual([])
      watching.unsubscribe()
    }
  })

  it('leaves nothing behind when the watcher goes while it waits', () => {
    const active$ = new BehaviorSubject(false)
    const { clock, watch } = watched(active$)
    watch().unsubscribe()
    expect([active$.observed, clock.pending()]).toEqual([false, 0])
  })
})
