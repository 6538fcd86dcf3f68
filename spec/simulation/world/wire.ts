import { isSome } from 'fp-ts/lib/Option.js'
import { Observable } from 'rxjs'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { Redacted, reveal } from '../../../lib/model/Redacted.js'
import type { Sandbox } from '../../../lib/sandbox/Sandbox.js'
import type { Counts } from '../run/Counts.js'
import { laggingReplica } from './laggingReplica.js'
import type { Machine } from './machine.js'
import { createFaultLine } from './faultLine.js'
import type { Notice } from './Observer.js'
import type { Person } from './Person.js'
import type { Issued, Moment, Sent } from './Sent.js'

/** What a wire connects. */
export interface WireConfig {
  readonly machine: Machine
  readonly sandbox: Sandbox
  readonly people: ReadonlyArray<Person>
  readonly counts: Counts
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

/** Puts a wire between clients and a sandbox: it knows whose each request is, and lets faults meet them. */
export const createWire = ({ machine, sandbox, people, counts, notice }: WireConfig): Wire => {
  const tokens = new Map<string, Issued>()
  const faults = createFaultLine(sandbox, counts, machine)
  const flying = new Map<Sent, { end: () => void }>()

  const moment = (): Moment => ({
    wall: machine.clock().wall(),
    monotonic: machine.clock().monotonic(),
    now: machine.now(),
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
    const told = headers.date === undefined ? undefined : Date.parse(headers.date)
    const issued = { person, token: access_token, asked, answered, expiresAt: Date.parse(expires_at), told, isTrue }
    for (const [token, older] of tokens) {
      if (answered.now - older.answered.now < 24 * 3_600_000) break
      tokens.delete(token)
    }
    tokens.set(access_token, issued)
    notice().issued(issued)
  }

  const http: Http = (request) =>
    new Observable((subscriber) => {
      const sent = describe(request)
      const { person } = sent
      const flight = { end: (): void => undefined }
      flying.set(sent, flight)
      notice().sent(sent)
      const settle = (outcome: Parameters<Notice['settled']>[1]): void => {
        if (flying.delete(sent)) notice().settled(sent, outcome)
      }
      const met = faults.arm(sent)
      const subscription = sandbox.http(request).subscribe({
        next: (response) => {
          if (!flying.has(sent)) return
          if (request.operation === 'authenticate' && person !== undefined)
            issue(person, sent.at, response, met() === undefined)
          const shown = person === undefined ? response : laggingReplica(person, request, response, machine.now())
          notice().answered(sent, shown)
          settle(shown.status)
          subscriber.next(shown)
        },
        error: (error: unknown) => {
          if (!flying.has(sent)) return
          settle('lost')
          subscriber.error(error)
        },
        complete: () => subscriber.complete(),
      })
      flight.end = () => subscription.unsubscribe()
      return () => {
        settle('aborted')
        subscription.unsubscribe()
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
      for (const { end } of lost) end()
    },
  }
}
