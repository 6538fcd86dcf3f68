import { lookup } from 'node:dns'
import { connect, isIP, type Socket } from 'node:net'
import * as tls from 'node:tls'
import { catchError, concat, defer, EMPTY, map, Observable, of, tap, timeout } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { Step } from './DiagnosisState.js'

/** The timeout of each step, in milliseconds. */
const connectTimeout = 5000

const codeOf = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : 'ETIMEDOUT'
}

const measureStep = (name: Step['name'], clock: Clock, step$: Observable<number | null>): Observable<Step> =>
  defer(() => {
    const start = clock.monotonic()
    const end = (error: string | null, certificateDays: number | null): Step => ({
      name,
      duration: clock.monotonic() - start,
      error,
      certificateDays,
    })
    return step$.pipe(
      timeout({ first: connectTimeout, scheduler: clock.scheduler }),
      map((days) => end(null, days)),
      catchError((error: unknown) => of(end(codeOf(error), null))),
    )
  })

const lookUpHost = (host: string): Observable<null> =>
  new Observable((subscriber) => {
    lookup(host, (error) => {
      if (error) subscriber.error(error)
      else {
        subscriber.next(null)
        subscriber.complete()
      }
    })
  })

const connectSocket = <S extends Socket>(open: () => S, event: string, days: (socket: S) => number | null) =>
  new Observable<number | null>((subscriber) => {
    const socket = open()
    socket.on('error', (error) => {
      if (!subscriber.closed) subscriber.error(error)
    })
    socket.on('close', () => {
      if (!subscriber.closed) subscriber.error(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
    })
    socket.on(event, () => {
      subscriber.next(days(socket))
      subscriber.complete()
    })
    return () => socket.destroy()
  })

const day = 24 * 60 * 60 * 1000

/** Days until the certificate of the service expires. */
const daysLeft = (socket: tls.TLSSocket, now: number): number | null => {
  const { valid_to: until } = socket.getPeerCertificate() as { readonly valid_to?: string }
  const left = Math.floor((Date.parse(until ?? '') - now) / day)
  return Number.isNaN(left) ? null : left
}

/** Connects to a service step by step and stops at the first failure: DNS, TCP, and TLS for https. */
export const connectToService = (origin: string, clock: Clock): Observable<Step> => {
  const { hostname, port, protocol } = new URL(origin)
  const isSecure = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { host, port: Number(port) || (isSecure ? 443 : 80) }
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const steps = [
    ...(isIP(host) === 0 ? [measureStep('dns', clock, lookUpHost(host))] : []),
    measureStep(
      'tcp',
      clock,
      connectSocket(
        () => connect(target),
        'connect',
        () => null,
      ),
    ),
    ...(isSecure
      ? [
          measureStep(
            'tls',
            clock,
            connectSocket(
              () => tls.connect({ ...target, ...servername }),
              'secureConnect',
              (socket) => daysLeft(socket, clock.wall()),
            ),
          ),
        ]
      : []),
  ]
  let hasFailed = false
  return concat(
    ...steps.map((step$) =>
      defer(() => (hasFailed ? EMPTY : step$)).pipe(
        tap(({ error }) => {
          hasFailed = error !== null
        }),
      ),
    ),
  )
}
