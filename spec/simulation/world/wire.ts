import { isSome } from 'fp-ts/lib/Option.js'
import { Observable, Subscription } from 'rxjs'
import { Redacted, reveal } from '../../../lib/base/Redacted.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Sandbox } from '../../../lib/testing/sandbox/Sandbox.js'
import type { Counts } from '../run/Counts.js'
import { createFaultLine } from './faultLine.js'
import type { Machine } from './machine.js'
import type { Notice } from './Observer.js'
import type { Person } from './Person.js'
import type { Replicas } from './replicas.js'
import type { Issued, Moment, Sent } from './Sent.js'
import type { Travel } from './travel.js'
import type { Trouble } from './Trouble.js'

/** What a wire connects. */
export interface WireConfig {
  readonly machine: Machine
  readonly sandbox: Sandbox
  readonly people: ReadonlyArray<Person>
  readonly counts: Counts
  readonly travel: Travel
  readonly replicas: Replicas
  readonly notice: () => Notice
}

/** The way between a client and the service, with all that passes on it. */
export interface Wire {
  readonly http: Http
  readonly inFlight: (person?: Person, operation?: string) => number
  /** The process ended: its connections are lost, and nobody hears of it. */
  readonly cut: () => void
}

const bearer = ({ headers: { Authorization } }: HttpRequest): string | undefined =>
  Authorization instanceof Redacted ? reveal(Authorization).slice('Bearer '.length) : undefined

const identified = (people: ReadonlyArray<Person>, body: string): Person | undefined => {
  const { user_uuid, external_user_id, email } = JSON.parse(body) as Record<string, unknown>
  return people.find(
    ({ user }) => user.uuid === user_uuid || user.externalUserId === external_user_id || user.email === email,
  )
}

interface Answer {
  readonly access_token?: unknown
  readonly expires_at?: unknown
}

const parsed = (body: string): Answer => {
  try {
    return (JSON.parse(body) ?? {}) as Answer
  } catch {
    return {}
  }
}

/** What is done with an answer, and the fault that it met, or without one. */
interface Give {
  readonly next: (response: HttpResponse, fault: Trouble | undefined) => void
  readonly error: (error: unknown) => void
}

const delayOf = (fault: Trouble | undefined, side: 'request' | 'response'): number =>
  fault?.kind === 'latency' && fault.side === side ? fault.ms : 0

/** Whether what a service says of the time is true. */
const isTruthful = (fault: Trouble | undefined): boolean => fault?.kind !== 'skew' && fault?.kind !== 'wrong-type'

/** Puts a wire between clients and a sandbox: it knows whose each request is, and lets faults meet them. */
export const createWire = (config: WireConfig): Wire => {
  const { machine, sandbox, people, counts, travel, replicas, notice } = config
  const tokens = new Map<string, Issued>()
  const faults = createFaultLine(sandbox, counts, machine)
  const flying = new Map<Sent, Subscription>()

  const moment = (): Moment => ({
    wall: machine.clock().wall(),
    monotonic: machine.clock().monotonic(),
    now: machine.now(),
    known: machine.known().passed(),
  })

  const describe = (request: HttpRequest): Sent => {
    const token = bearer(request)
    const person =
      request.operation === 'authenticate' && isSome(request.body)
        ? identified(people, reveal(request.body.value))
        : token === undefined
          ? undefined
          : tokens.get(token)?.person
    return { request, person, token, at: moment() }
  }

  const issue = (person: Person, asked: Moment, { status, body, headers }: HttpResponse, isTrue: boolean): void => {
    const { access_token, expires_at } = status === 200 ? parsed(body) : {}
    if (typeof access_token !== 'string' || typeof expires_at !== 'string') return
    const answered = moment()
    const reported = headers.date === undefined ? undefined : Date.parse(headers.date)
    const issued = { person, token: access_token, asked, answered, expiresAt: Date.parse(expires_at), reported, isTrue }
    for (const [token, older] of tokens) {
      if (answered.now - older.answered.now < 24 * 3_600_000) break
      tokens.delete(token)
    }
    tokens.set(access_token, issued)
    notice().issued(issued)
  }

  /** Does something after a time; it is the way that takes it, so nothing that happens to its sender is in its way. */
  const after = (ms: number, work: () => void): void => {
    if (ms > 0) machine.later(ms, work)
    else work()
  }

  /** A request arrives at the service, in whatever state the service is; `give` is given its answer, or why there is none. */
  const arrive = (sent: Sent, end: Subscription, give: Give): void => {
    const { request, person } = sent
    const isAwaited = flying.has(sent)
    notice().arrived(sent)
    if (person !== undefined && request.operation === 'authenticate')
      for (const surprise of person.midFlight.splice(0)) surprise()
    if (!isAwaited) faults.disarm()
    const met = isAwaited ? faults.arm(sent) : undefined
    const serving = sandbox.http(request).subscribe({
      next: (response) => {
        give.next(person === undefined ? response : replicas.answer(person, request, response), met?.())
      },
      error: give.error,
    })
    if (isAwaited) end.add(serving)
    else serving.unsubscribe()
  }

  const http: Http = (request) =>
    new Observable((subscriber) => {
      const sent = describe(request)
      const { person } = sent
      const end = new Subscription()
      flying.set(sent, end)
      notice().sent(sent)
      const met = faults.meet(sent)
      const settle = (outcome: Parameters<Notice['settled']>[1]): void => {
        if (flying.delete(sent)) notice().settled(sent, outcome)
      }

      const give: Give = {
        next: (response, fault) => {
          after(travel.back() + delayOf(met, 'response'), () => {
            if (!flying.has(sent)) return
            if (request.operation === 'authenticate' && person !== undefined)
              issue(person, sent.at, response, isTruthful(fault))
            notice().answered(sent, response)
            settle(response.status)
            subscriber.next(response)
            subscriber.complete()
          })
        },
        error: (error) => {
          if (!flying.has(sent)) return
          settle('lost')
          subscriber.error(error)
        },
      }

      after(Math.min(travel.there() + delayOf(met, 'request'), request.timeout), () => arrive(sent, end, give))
      return () => {
        settle('aborted')
        end.unsubscribe()
      }
    })

  return {
    http,
    inFlight: (person, operation) => {
      if (person === undefined) return flying.size
      let count = 0
      for (const { person: other, request } of flying.keys())
        if (other === person && (operation === undefined || request.operation === operation)) count++
      return count
    },
    cut: () => {
      const lost = Array.from(flying.values())
      flying.clear()
      tokens.clear()
      for (const end of lost) end.unsubscribe()
    },
  }
}
