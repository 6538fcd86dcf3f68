import * as t from 'io-ts'
import { exactUrl, localHostName } from '../../base/codec/exactUrl.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { record } from '../../base/codec/record.js'
import { hostedPageUrl } from '../api/bankForm.js'
import { endpoint } from '../api/operationRequests.js'
import { redirectUrl, sessionContext } from '../api/readCallback.js'
import type { Request } from '../api/Request.js'
import type { Operation } from '../profile/Operation.js'
import type { OperationKey } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { serviceVersion } from '../profile/ServiceVersion.js'
import { bridge2025 } from './bridge2025.js'

/** The options of every session in which a user visits the service's own pages. */
export interface SessionOptions {
  /**
   * The URL to which the user's browser is sent afterwards: `https`, `http` to this machine, or your app's own scheme.
   * Its domain must be registered in the dashboard.
   */
  readonly callbackUrl?: string
  /** A value that the callback repeats: at most 100 letters, digits and hyphens. */
  readonly context?: string
  /**
   * Which accounts are read; the service's default is `payment`. Each session sets it again: if an existing item has
   * all accounts, a session without `all` removes access to all except payment accounts.
   */
  readonly accountTypes?: 'payment' | 'all'
}

/** The options of every session in which a user may connect a new item. */
export interface NewItemOptions extends SessionOptions {
  /** The country whose banks are shown first; ISO 3166-1, two letters. */
  readonly countryCode?: string
  /** Only banks with all these capabilities, such as `aggregation`, are shown; 20 at most. */
  readonly capabilities?: ReadonlyArray<string>
  /** Whether the user chooses among the accounts. */
  readonly allowAccountSelection?: boolean
}

/** A session that was opened. */
export interface HostedSession {
  /** The URL to send the user's browser to. Documented. */
  readonly url: string
  /** The id of the session, a UUID. Documented for connect sessions. */
  readonly id?: string | null | undefined
}

/** The codec of the email address of a user. */
export const userEmail = guardCodec(
  'an email address, at most 254 characters',
  (u): u is string => typeof u === 'string' && u.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(u),
)
const isWord = (u: unknown): boolean => typeof u === 'string' && /^\w{1,100}$/.test(u)
const capabilities = guardCodec(
  '1 to 20 words of at most 100 letters, digits and underscores',
  (u): u is ReadonlyArray<string> => Array.isArray(u) && u.length > 0 && u.length <= 20 && Array.from(u).every(isWord),
)
const countryCode = guardCodec('two capital letters', (u): u is string => typeof u === 'string' && /^[A-Z]{2}$/.test(u))

/**
 * A host without `*`, `;`, `,` or quotes: `URL` keeps these characters, but a Content-Security-Policy would interpret
 * them.
 */
const plainHost = /^(?:[\w.-]+|\[[\da-f:]+\])$/

/** The codec of the origin of a page that shows a session in an iframe. */
export const parentUrl = guardCodec(
  'an https origin, such as https://app.example; http only to this machine',
  (u): u is string => {
    const url = exactUrl(u)
    const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && localHostName.test(url.hostname))
    return isSecure && url.origin === u && plainHost.test(url.hostname)
  },
)

/** The codecs of {@link SessionOptions}. */
export const sessionOptions = {
  callbackUrl: redirectUrl,
  context: sessionContext,
  accountTypes: oneOf('payment', 'all'),
}

/** The codecs of {@link NewItemOptions}. */
export const newItemOptions = {
  ...sessionOptions,
  countryCode,
  capabilities,
  allowAccountSelection: t.boolean,
}

const session = record<HostedSession>('session', { url: hostedPageUrl }, { id: t.string })

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The request that opens a session. Throws if the API version or the profile does not have the operation. */
export const sessionRequest = (
  service: Service,
  operation: Operation<OperationKey>,
  decoded: object,
): Request<HostedSession> => {
  const fields = Object.entries(decoded).filter(([, value]) => value !== null)
  const body = Object.fromEntries(fields.map(([name, value]) => [toSnakeCase(name), value]))
  return { ...endpoint(service, operation), key: operation.key, body, codec: session }
}

/** The service of the requests that `connectSession` and `userManagementSession` create. */
export const service2025: Service = { profile: bridge2025, version: serviceVersion('2025-01-15', 'beta 3') }
