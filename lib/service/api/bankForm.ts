import { type Either, left, map } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { exactUrl, localHostName } from '../../base/codec/exactUrl.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { record } from '../../base/codec/record.js'
import { uuid } from '../../base/codec/uuid.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { bankFormAdd, bankFormEdit } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { requireOption, serviceVersion, supports } from '../profile/ServiceVersion.js'
import { endpoint, withParameters } from './operationRequests.js'
import { itemId, readCallback } from './readCallback.js'
import type { Request } from './Request.js'

/**
 * The codec of the URL of a page of the service. A sandbox on this machine has no certificate, so its pages are `http`.
 */
export const hostedPageUrl = /* @__PURE__ */ guardCodec('an https URL; http only to this machine', (u): u is string => {
  const url = exactUrl(u)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && localHostName.test(url.hostname))
})

/** The form to open: it connects a new item or, with `itemId`, edits the credentials of this item. */
export interface BankForm {
  /**
   * Where the user's browser goes afterwards: `https`, `http` to this machine, or your app's own scheme, such as
   * `com.example.app:/connected`; allowed with sandbox credentials only.
   */
  readonly redirectUrl?: string
  readonly itemId?: number
}

const form = /* @__PURE__ */ record('bank form', { redirect_url: hostedPageUrl }, {})

const address: t.Type<string, unknown> = /* @__PURE__ */ new t.Type(
  'bank form',
  (u): u is string => hostedPageUrl.is(u),
  (u, context) => map(({ redirect_url }: t.TypeOf<typeof form>) => redirect_url)(form.validate(u, context)),
  (redirect_url) => ({ redirect_url }),
)

/** Requests the address of the bank form. */
export const getBankForm = (service: Service, { redirectUrl, itemId }: BankForm): Request<string> => {
  const operation = itemId === undefined ? bankFormAdd : bankFormEdit
  const request = endpoint(service, operation)
  if (redirectUrl !== undefined) requireOption(service.version, operation.name, 'redirectUrl')
  if (request.method === 'GET')
    return { ...request, query: { item_id: itemId, redirect_url: redirectUrl }, codec: address }
  const parameters = {
    ...(itemId === undefined ? {} : { item_id: String(itemId) }),
    ...(redirectUrl === undefined ? {} : { redirect_url: redirectUrl }),
  }
  return { ...withParameters(service, request, parameters), codec: address }
}

/** The parameters with which the bank form redirects the browser. */
export interface BankFormCallback {
  readonly user_uuid: string
  readonly item_id: number
}

/**
 * The options of {@link parseBankFormCallback}.
 */
export interface BankFormCallbackConfig {
  /**
   * The client's `serviceVersion`; default `2021-06-01`. Before `2016-01-18` the callback does not name the user, and
   * `user_uuid` is the expected one. Verify by other means, such as your own `state` parameter in the address, that the
   * browser belongs to this user.
   */
  readonly serviceVersion?: string
}

const callback = /* @__PURE__ */ record('bank form callback', { user_uuid: uuid, item_id: itemId }, {})

/**
 * Reads the URL to which the bank form sent the user's browser.
 *
 * `Left` if a parameter is missing, malformed or repeated, and if it is about a user other than `expectedUserUuid`:
 * then somebody else has sent the browser there. The URL is not signed: anybody can make one, even with the uuid of
 * `expectedUserUuid`. So take the uuid from your own login session, and look for `item_id` among the items of the user.
 *
 * - `user_uuid`: whose item it is; documented.
 * - `item_id`: the item that was connected or edited; documented.
 *
 * @example
 * import { parseBankFormCallback } from 'rxbank'
 *
 * const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
 * const parsed = parseBankFormCallback(`https://app.example/connected?user_uuid=${uuid}&item_id=187741`, uuid)
 * assert.deepStrictEqual(parsed, { _tag: 'Right', right: { user_uuid: uuid, item_id: 187741 } })
 */
export const parseBankFormCallback = (
  url: string,
  expectedUserUuid: string,
  { serviceVersion: date = '2021-06-01' }: BankFormCallbackConfig = {},
): Either<ClientError, BankFormCallback> => {
  if (!plainDate.is(date)) return left(wrongOption('/serviceVersion', plainDate.name))
  const isUserNamed = supports(serviceVersion(date, 'beta 3'), 'userInBankFormCallback')
  const implied = isUserNamed ? {} : { user_uuid: expectedUserUuid }
  const names = ['user_uuid', 'item_id']
  const callbackFields = readCallback(
    { operation: 'bankForm.callback', codec: callback, names, implied },
    url,
    expectedUserUuid,
  )
  return map(({ user_uuid, item_id }: BankFormCallback) => ({ user_uuid, item_id }))(callbackFields)
}
