import { from, Observable, type Subscriber } from 'rxjs'
import { follow } from '../follow.js'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'

/** What a policy does to one attempt that it let out. */
export interface Stage {
  /** The answer as it goes on, where it does not stay as it is; what it throws is the error of the attempt. */
  readonly next?: (response: HttpResponse, request: HttpRequest) => HttpResponse
  /** The error as it goes on, where it does not stay as it is. */
  readonly error?: (error: unknown, request: HttpRequest) => unknown
  /** It has ended, or nobody waits for it any more. */
  readonly end?: (request: HttpRequest) => void
}

/** Lets an attempt out, or throws its error; `fail` ends it before it is answered. */
export type Begin = (request: HttpRequest, fail: (error: unknown) => void) => Stage

interface Staged {
  /** Outermost first; a stage stands for a policy that does the same to every attempt. */
  readonly layers: ReadonlyArray<Begin | Stage>
  readonly wire: Http
}

const known = /* @__PURE__ */ new WeakMap<Http, Staged>()

const attempt = ({ layers, wire }: Staged, request: HttpRequest, subscriber: Subscriber<HttpResponse>): void => {
  const stages: Array<Stage> = []
  let isOver = false

  /** Hands an error out from stage to stage, beginning outside of the one that it comes from. */
  const fail = (place: number, error: unknown): void => {
    if (isOver) return
    isOver = true
    let told = error
    for (let i = place - 1; i >= 0 && !subscriber.closed; i--)
      try {
        told = stages[i]?.error?.(told, request) ?? told
      } catch (thrown) {
        told = thrown
      }
    subscriber.error(told)
  }

  const next = (response: HttpResponse): void => {
    if (isOver) return
    isOver = true
    let i = stages.length
    let answer = response
    try {
      while (i > 0 && !subscriber.closed) answer = stages[--i]?.next?.(answer, request) ?? answer
    } catch (error) {
      isOver = false
      fail(i, error)
      return
    }
    subscriber.next(answer)
    subscriber.complete()
  }

  const error = (told: unknown): void => fail(stages.length, told)

  // To make an error costs more than all else here.
  const complete = (): void => {
    if (!isOver) error(new Error('no answer'))
  }

  try {
    for (let i = 0; i < layers.length && !subscriber.closed; i++) {
      const begin = layers[i] as Begin | Stage
      stages.push(typeof begin === 'function' ? begin(request, (told) => fail(i, told)) : begin)
    }
    // A transport of another copy of RxJS gives Observables of that.
    if (!subscriber.closed) follow(from(wire(request)), subscriber, { next, error, complete })
  } catch (thrown) {
    error(thrown)
  } finally {
    // Last, so that the source is let go of before the stages end.
    subscriber.add(() => {
      for (let i = stages.length - 1; i >= 0; i--) stages[i]?.end?.(request)
    })
  }
}

/**
 * A policy that lets attempts out and sees how they end. Several around each other are one: they cost a single
 * subscription, whatever their number. The first answer ends an attempt; an end without one is an error.
 */
export const staged =
  (begin: Begin | Stage): Policy =>
  (next) => {
    const { layers, wire } = known.get(next) ?? { layers: [], wire: next }
    const all: Staged = { layers: [begin, ...layers], wire }
    const http: Http = (request) => new Observable((subscriber) => attempt(all, request, subscriber))
    known.set(http, all)
    return http
  }
