import { from, Observable, type Subscriber } from 'rxjs'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { Sink } from '../Sink.js'

/** What a policy does to one attempt that it let out. */
export interface Stage {
  /** The answer as it goes on; what it throws is the error of the attempt. */
  readonly next?: (response: HttpResponse, request: HttpRequest) => HttpResponse
  /** The error as it goes on. */
  readonly error?: (error: unknown, request: HttpRequest) => unknown
  /** It has ended, or nobody waits for it any more. */
  readonly end?: (request: HttpRequest) => void
}

/** Lets an attempt out, or throws its error; `fail` ends it before it is answered. */
export type Begin = (request: HttpRequest, fail: (error: unknown) => void) => Stage

interface Staged {
  /** Outermost first; a stage stands for a policy that does the same to every attempt. */
  readonly begins: ReadonlyArray<Begin | Stage>
  readonly wire: Http
}

const known = /* @__PURE__ */ new WeakMap<Http, Staged>()

class Attempt extends Sink<HttpResponse> {
  private readonly stages: Array<Stage> = []
  private isOver = false

  constructor(
    private readonly request: HttpRequest,
    subscriber: Subscriber<HttpResponse>,
  ) {
    super(subscriber)
  }

  start({ begins, wire }: Staged): void {
    const { request, stages } = this
    this.subscriber.add(this)
    try {
      for (let i = 0; i < begins.length && !this.closed; i++) {
        const begin = begins[i] as Begin | Stage
        stages.push(typeof begin === 'function' ? begin(request, (error) => this.fail(i, error)) : begin)
      }
      // A transport of another copy of RxJS gives Observables of that.
      if (!this.closed) from(wire(request)).subscribe(this)
    } catch (error) {
      this.error(error)
    }
    // Last, so that the source is let go of before the stages end.
    this.add(() => {
      for (let i = stages.length - 1; i >= 0; i--) stages[i]?.end?.(request)
    })
  }

  next(response: HttpResponse): void {
    if (this.isOver) return
    this.isOver = true
    const { request, stages, subscriber } = this
    let i = stages.length
    let answer = response
    try {
      while (i > 0 && !subscriber.closed) answer = stages[--i]?.next?.(answer, request) ?? answer
    } catch (error) {
      this.isOver = false
      this.fail(i, error)
      return
    }
    subscriber.next(answer)
    subscriber.complete()
  }

  error(error: unknown): void {
    this.fail(this.stages.length, error)
  }

  complete(): void {
    // To make an error costs more than all else here.
    if (!this.isOver) this.error(new Error('no answer'))
  }

  /** Hands an error out from stage to stage, beginning outside of the one that it comes from. */
  private fail(place: number, error: unknown): void {
    if (this.isOver) return
    this.isOver = true
    const { request, stages, subscriber } = this
    let told = error
    for (let i = place - 1; i >= 0 && !subscriber.closed; i--)
      try {
        told = stages[i]?.error?.(told, request) ?? told
      } catch (thrown) {
        told = thrown
      }
    subscriber.error(told)
  }
}

/**
 * A policy that lets attempts out and sees how they end. Several around each other are one: they cost a single
 * subscription, whatever their number. The first answer ends an attempt; an end without one is an error.
 */
export const staged =
  (begin: Begin | Stage): Policy =>
  (next) => {
    const { begins, wire } = known.get(next) ?? { begins: [], wire: next }
    const all: Staged = { begins: [begin, ...begins], wire }
    const http: Http = (request) => new Observable((subscriber) => new Attempt(request, subscriber).start(all))
    known.set(http, all)
    return http
  }
