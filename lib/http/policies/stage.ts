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
    try {
      for (let i = 0; i < begins.length && !this.subscriber.closed; i++)
        this.stages.push(this.begun(begins[i] as Begin))
    } catch (error) {
      this.error(error)
    }
    this.subscriber.add(this)
    if (!this.closed) this.send(wire)
    // Last, so that the source is let go of before the stages end.
    this.add(() => this.end())
  }

  private begun(begin: Begin | Stage): Stage {
    if (typeof begin !== 'function') return begin
    const place = this.stages.length
    return begin(this.request, (error) => this.fail(place, error))
  }

  private send(wire: Http): void {
    try {
      const source = wire(this.request)
      // A transport of another copy of RxJS gives Observables of that.
      const told = source instanceof Observable ? source : from(source)
      told.subscribe(this)
    } catch (error) {
      this.error(error)
    }
  }

  next(response: HttpResponse): void {
    if (this.isOver) return
    this.isOver = true
    const { request, stages, subscriber } = this
    let i = stages.length
    let answer = response
    try {
      while (i > 0 && !subscriber.closed) {
        const stage = stages[--i] as Stage
        if (stage.next) answer = stage.next(answer, request)
      }
    } catch (error) {
      this.tell(i, error)
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

  private fail(place: number, error: unknown): void {
    if (this.isOver) return
    this.isOver = true
    this.tell(place, error)
  }

  /** Hands an error out from stage to stage, beginning outside of the one that it comes from. */
  private tell(place: number, error: unknown): void {
    const { request, stages, subscriber } = this
    let told = error
    for (let i = place - 1; i >= 0 && !subscriber.closed; i--)
      try {
        const stage = stages[i] as Stage
        if (stage.error) told = stage.error(told, request)
      } catch (thrown) {
        told = thrown
      }
    subscriber.error(told)
  }

  private end(): void {
    for (let i = this.stages.length - 1; i >= 0; i--) {
      const stage = this.stages[i] as Stage
      stage.end?.(this.request)
    }
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
