import { from, Observable, type Subscriber, Subscription } from 'rxjs'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'

/** What a policy does to one attempt that it let out. */
export interface Stage {
  /** The answer as it goes on; what it throws is the error of the attempt. */
  readonly next?: (response: HttpResponse, request: HttpRequest) => HttpResponse
  /** The error as it goes on. */
  readonly error?: (error: unknown, request: HttpRequest) => unknown
  /** It has ended, or nobody waits for it any more. */
  readonly end?: () => void
}

/** Lets an attempt out, or throws its error; `fail` ends it before it is answered. */
export type Begin = (request: HttpRequest, fail: (error: unknown) => void) => Stage

interface Staged {
  readonly begins: ReadonlyArray<Begin>
  readonly wire: Http
}

const known = /* @__PURE__ */ new WeakMap<Http, Staged>()

const attempt = ({ begins, wire }: Staged, request: HttpRequest, subscriber: Subscriber<HttpResponse>): void => {
  const stages: Array<Stage> = []
  let isOver = false

  /** Hands an error out from stage to stage, beginning outside of the one that it comes from. */
  const tell = (from: number, error: unknown): void => {
    let told = error
    for (let i = from - 1; i >= 0 && !subscriber.closed; i--)
      try {
        const { error: change } = stages[i] as Stage
        if (change) told = change(told, request)
      } catch (thrown) {
        told = thrown
      }
    subscriber.error(told)
  }

  const fail = (from: number, error: unknown): void => {
    if (isOver) return
    isOver = true
    tell(from, error)
  }

  try {
    for (const begin of begins) {
      if (subscriber.closed) return
      const place = stages.length
      stages.push(begin(request, (error) => fail(place, error)))
    }
    if (subscriber.closed) return
    const source = wire(request)
    // Being a subscription as well, it is what a source tells, and what a source that tells at once sees closed.
    const listener = Object.assign(new Subscription(), {
      next: (response: HttpResponse): void => {
        if (isOver) return
        isOver = true
        let i = stages.length
        let answer = response
        try {
          while (i > 0 && !subscriber.closed) {
            const { next } = stages[--i] as Stage
            if (next) answer = next(answer, request)
          }
        } catch (error) {
          tell(i, error)
          return
        }
        subscriber.next(answer)
        subscriber.complete()
      },
      error: (error: unknown): void => fail(stages.length, error),
      complete: (): void => {
        // To make an error costs more than all else here.
        if (!isOver) fail(stages.length, new Error('no answer'))
      },
    })
    subscriber.add(listener)
    // A transport of another copy of RxJS gives Observables of that.
    const told = source instanceof Observable ? source : from(source)
    told.subscribe(listener)
  } catch (error) {
    fail(stages.length, error)
  } finally {
    subscriber.add(() => {
      for (let i = stages.length - 1; i >= 0; i--) stages[i]?.end?.()
    })
  }
}

/**
 * A policy that lets attempts out and sees how they end. Several around each other are one: they cost a single
 * subscription, whatever their number. The first answer ends an attempt; an end without one is an error.
 */
export const staged =
  (begin: Begin): Policy =>
  (next) => {
    const { begins, wire } = known.get(next) ?? { begins: [], wire: next }
    const all: Staged = { begins: [begin, ...begins], wire }
    const http: Http = (request) => new Observable((subscriber) => attempt(all, request, subscriber))
    known.set(http, all)
    return http
  }
