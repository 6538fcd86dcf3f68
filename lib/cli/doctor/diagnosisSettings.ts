import { lookup } from 'node:dns'
import { connect, isIP, type Socket } from 'node:net'
import * as tls from 'node:tls'
import { catchError, concat, defer, EMPTY, map, Observable, of, tap, timeout } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { isClientError } from '../../base/error/ClientError.js'
import { createClient } from '../../client/createClient.js'
import type { Identity } from '../../client/userIdentity.js'
import type { Http } from '../../http/Http.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import { profiles } from '../profiles.js'
import { type CollectedSettings, collectSettings } from '../service/collectSettings.js'
import { profileOf, withSettingSource } from '../service/connectService.js'
import { publicRequirements, refuseMissing } from '../service/requiredSettings.js'
import { type ServiceOptions, settingNames, settings } from '../service/serviceOptions.js'
import type { Step } from './DiagnosisState.js'
import type { SettingReport } from './DoctorReport.js'

/**
 * The service that is examined, and how.
 *
 * - `identity`: the user, if the settings name one.
 * - `profile`: the profile in use; `profiles`: all that are known.
 * - `settings`: which settings were given, and where. `proxy`: the environment variable that names a proxy for the
 *   service.
 * - `reach$`: connects to the service step by step: DNS, TCP, TLS.
 * - `deadline`: milliseconds after which no further request is sent.
 */
export interface DiagnoseConfig {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly serviceVersion: string
  readonly identity?: Identity | undefined
  readonly profile: ServiceProfile
  readonly profiles: ReadonlyArray<ServiceProfile>
  readonly settings: ReadonlyArray<SettingReport>
  readonly proxy: string | null
  readonly reach$: Observable<Step>
  readonly http: Http
  readonly clock: Clock
  readonly deadline: number
}

const names = (protocol: string): ReadonlyArray<string> => [`${protocol}_proxy`, 'all_proxy']

const isExempt = (host: string, exempt: string): boolean =>
  exempt
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) =>
      entry
        .toLowerCase()
        .replace(/^\*?\.?/, '')
        .replace(/:\d+$/, ''),
    )
    .some((entry) => entry === '' || host === entry || host.endsWith(`.${entry}`))

/**
 * The name of the environment variable that sets a proxy for a service; `null` if none does, or if the host is exempt.
 */
export const proxyVariable = (origin: string, env: NodeJS.ProcessEnv): string | null => {
  const { hostname, protocol } = new URL(origin)
  if (isExempt(hostname, env.no_proxy ?? env.NO_PROXY ?? '')) return null
  const candidates = names(protocol.slice(0, -1)).flatMap((name) => [name, name.toUpperCase()])
  return candidates.find((name) => (env[name] ?? '') !== '') ?? null
}

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

type DiagnosedService = Omit<DiagnoseConfig, 'http' | 'clock' | 'deadline'>

const identityOf = ({ userUuid, externalUserId, email, password }: CollectedSettings): Identity | undefined => {
  if (userUuid) return { userUuid: userUuid.value }
  if (externalUserId) return { externalUserId: externalUserId.value }
  return email && password ? { email: email.value, password: password.value } : undefined
}

type ServiceSettings = Pick<
  DiagnoseConfig,
  'baseUrl' | 'clientId' | 'clientSecret' | 'serviceVersion' | 'profile' | 'identity'
>

/**
 * Throws for settings that every command refuses. An identity that the API version does not support goes into the report
 * instead.
 */
const checkSettings = (
  collectedSettings: CollectedSettings,
  { clientSecret, identity, ...config }: ServiceSettings,
): void => {
  const secret = clientSecret === undefined ? {} : { clientSecret }
  try {
    const client = withSettingSource(collectedSettings, () => createClient({ ...config, ...secret }))
    if (identity !== undefined) withSettingSource(collectedSettings, () => client.user(identity))
  } catch (error) {
    if (!isClientError(error) || error._tag !== 'UnsupportedByVersion') throw error
  }
}

/** The service, profile and user from the settings. Throws if settings are missing or invalid. */
export const diagnosisSettings = (options: ServiceOptions): DiagnosedService => {
  const collectedSettings = collectSettings(options, process.env)
  const profile = profileOf(collectedSettings)
  refuseMissing(
    profile.baseUrl === undefined ? [['baseUrl'], ...publicRequirements] : publicRequirements,
    collectedSettings,
  )
  const service = {
    baseUrl: collectedSettings.baseUrl?.value ?? profile.baseUrl ?? '',
    clientId: collectedSettings.clientId?.value ?? '',
    clientSecret: collectedSettings.clientSecret?.value,
    serviceVersion: collectedSettings.serviceVersion?.value ?? profile.serviceVersion ?? '2021-06-01',
    identity: identityOf(collectedSettings),
    profile,
  }
  checkSettings(collectedSettings, service)
  const { origin } = new URL(service.baseUrl)
  return {
    ...service,
    profiles,
    settings: settingNames.map((name) => ({
      name,
      label: settings[name].label,
      source: collectedSettings[name]?.source ?? null,
    })),
    proxy: proxyVariable(origin, process.env),
    reach$: connectToService(origin, systemClock),
  }
}
