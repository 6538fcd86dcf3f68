import * as t from 'io-ts'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { exactUrl } from '../../base/codec/exactUrl.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { id } from '../../base/codec/id.js'
import { integer } from '../../base/codec/integer.js'
import { localHostName } from '../../base/codec/localHostName.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { record } from '../../base/codec/record.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { httpsUrl } from '../api/httpsUrl.js'
import { endpoint } from '../api/operationRequests.js'
import { redirectUrl } from '../api/redirectUrl.js'
import type { Request } from '../api/Request.js'
import { connectSession as operation } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { serviceVersion } from '../profile/ServiceVersion.js'
import { bridge2025 } from './bridge2025.js'

/** The options of every connect session. */
interface ConnectOptions {
  /**
   * The URL to which the user's browser is sent afterwards: `https`, `http` to this machine, or a scheme of your app's
   * own. Its domain must be registered in the dashboard.
   */
  readonly callbackUrl?: string
  /** A value that the callback repeats: at most 100 letters, digits and hyphens. */
  readonly context?: string
  /**
   * The origin of the page that shows the session in an iframe, such as `https://app.example`, without a path; `http`
   * only to this machine. The service has to activate this.
   */
  readonly parentUrl?: string
  /**
   * Which accounts are read; default, the service's: `payment`. Each session sets it anew: if an existing item has all
   * accounts, a session without `all` removes the access to those that are not for payments.
   */
  readonly accountTypes?: 'payment' | 'all'
}

/** A session that connects a new item. */
export interface ConnectNewItem extends ConnectOptions {
  /** An email address; required, except for a temporary synchronisation. */
  readonly userEmail?: string
  /** The bank; without it the user chooses one. */
  readonly providerId?: number
  /** The country whose banks are shown first; ISO 3166-1, two letters. */
  readonly countryCode?: string
  /** Only banks with all these capabilities, such as `aggregation`, are shown; 20 at most. */
  readonly capabilities?: ReadonlyArray<string>
  /** Whether the user chooses among the accounts. */
  readonly allowAccountSelection?: boolean
  /** The maximum number of accounts that the user may choose. */
  readonly maxSelectableAccounts?: number
}

/** A session for an existing item: it does what the state of the item asks for, or renews the consent. */
export interface ConnectItem extends ConnectOptions {
  readonly itemId: number
  /** Whether the user must authenticate even though the consent is still valid. */
  readonly forceReauthentication?: boolean
}

const context = guardCodec(
  '1 to 100 letters, digits and hyphens',
  (u): u is string => typeof u === 'string' && /^[\dA-Za-z-]{1,100}$/.test(u),
)
const parentUrl = guardCodec(
  'an https origin, such as https://app.example; http only to this machine',
  (u): u is string => {
    const url = exactUrl(u)
    const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && localHostName.test(url.hostname))
    return isSecure && url.origin === u
  },
)
const userEmail = guardCodec(
  'an email address, at most 254 characters',
  (u): u is string => typeof u === 'string' && u.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(u),
)
const isWord = (u: unknown): boolean => typeof u === 'string' && /^\w{1,100}$/.test(u)
const capabilities = guardCodec(
  '1 to 20 words of at most 100 letters, digits and underscores',
  (u): u is ReadonlyArray<string> => Array.isArray(u) && u.length > 0 && u.length <= 20 && Array.from(u).every(isWord),
)
const countryCode = guardCodec('two capital letters', (u): u is string => typeof u === 'string' && /^[A-Z]{2}$/.test(u))

const commonOptions = { callbackUrl: redirectUrl, context, parentUrl, accountTypes: oneOf('payment', 'all') }
const newItemOptions = options(
  'options',
  {},
  {
    ...commonOptions,
    userEmail,
    providerId: id,
    countryCode,
    capabilities,
    allowAccountSelection: t.boolean,
    maxSelectableAccounts: integer(1),
  },
)
const existingItemOptions = options('options', { itemId: id }, { ...commonOptions, forceReauthentication: t.boolean })

/** A session that was opened. */
export interface ConnectSession {
  /** The URL to send the user's browser to. Documented. */
  readonly url: string
  /** The name of the session, a UUID. Documented. */
  readonly id?: string | null | undefined
}

const session = record<ConnectSession>('connect session', { url: httpsUrl }, { id: t.string })

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Opens a connect session of a service. */
export const openConnectSession = (service: Service, form: ConnectNewItem | ConnectItem): Request<ConnectSession> => {
  const copied = decodeOptions(copyCodec, form)
  const decoded = decodeOptions<object>(copied.itemId === undefined ? newItemOptions : existingItemOptions, copied)
  const body = Object.fromEntries(Object.entries(decoded).map(([name, value]) => [toSnakeCase(name), value]))
  return { ...endpoint(service, operation), body, codec: session }
}

/**
 * Opens the session in which a user connects a bank, a given one with `providerId`, or does what an item asks for, with
 * `itemId`: for `send` of a user. Its answer has the `url` to send the browser to. The request is never repeated, so after
 * an error it may be unknown whether there is a session.
 *
 * Throws a `ConfigError` for wrong options. The parameters are documented. A gateway refuses this request, because the
 * app's own server decides who the user is and where the browser may go afterwards.
 *
 * @example
 * import { connectSession } from 'rxbank/bridge'
 *
 * const { path, body } = connectSession({ itemId: 187741, forceReauthentication: true })
 * assert.deepStrictEqual(path, '/v3/aggregation/connect-sessions')
 * assert.deepStrictEqual(body, { item_id: 187741, force_reauthentication: true })
 */
export const connectSession = (form: ConnectNewItem | ConnectItem): Request<ConnectSession> =>
  openConnectSession({ profile: bridge2025, version: serviceVersion('2025-01-15', 'beta 3') }, form)
