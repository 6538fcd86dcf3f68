import { type Either, map } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { createCodec } from '../../base/codec/guardCodec.js'
import { record } from '../../base/codec/record.js'
import { uuid } from '../../base/codec/uuid.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { itemId, readCallback, sessionContext, sessionStep } from '../api/readCallback.js'

const booleans: ReadonlyMap<string, boolean> = /* @__PURE__ */ new Map([
  ['true', true],
  ['false', false],
])

/** The codec of a boolean that is sent as the string `true` or `false`. */
const booleanText: t.Type<boolean, string> = createCodec(
  'true or false',
  t.boolean.is,
  (u) => (typeof u === 'string' ? booleans.get(u) : undefined),
  String,
)

const codec = record(
  'connect callback',
  { user_uuid: uuid, success: booleanText },
  { item_id: itemId, step: sessionStep, context: sessionContext },
)

/**
 * The result of a connect session; the parameters are documented.
 *
 * - `user_uuid`: the user of the session.
 * - `success`: whether the user has completed the session.
 * - `item_id`: the item that was connected or renewed; inferred: missing if there is none.
 * - `step`: the step at which the user has left, such as `otp_form` or `sync_error`; only without success. Any value of
 *   at most 100 letters, digits, underscores and hyphens.
 * - `context`: the `context` of the session: at most 100 letters, digits and hyphens.
 */
export interface ConnectCallback {
  readonly user_uuid: string
  readonly success: boolean
  readonly item_id?: number
  readonly step?: string
  readonly context?: string
}

/**
 * Reads the URL to which a connect session sent the user's browser.
 *
 * `Left` if a parameter is missing, malformed or repeated, and if it is about a user other than `expectedUserUuid`, in
 * which case an attacker may have sent the browser there. A session that the user has left is a `Right` without
 * `success`.
 *
 * The URL is not signed: anybody can make one, even with the uuid of `expectedUserUuid`. So take the uuid from your own
 * login session, use the result only to decide what to show, and read the items of the user to see which were
 * connected. Look for `item_id` among these items, and compare `context` with the value that you have stored for this
 * login session.
 *
 * @example
 * import { parseConnectCallback } from 'rxbank/bridge'
 *
 * const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
 * const url = `https://app.example/connected?user_uuid=${uuid}&success=false&step=otp_form&source=connect`
 * const left = { user_uuid: uuid, success: false, step: 'otp_form' }
 * assert.deepStrictEqual(parseConnectCallback(url, uuid), { _tag: 'Right', right: left })
 */
export const parseConnectCallback = (url: string, expectedUserUuid: string): Either<ClientError, ConnectCallback> => {
  const optional = ['item_id', 'step', 'context']
  const names = ['user_uuid', 'success', ...optional]
  return map(({ user_uuid, success, item_id, step, context }: t.TypeOf<typeof codec>) => ({
    user_uuid,
    success,
    ...(typeof item_id === 'number' ? { item_id } : {}),
    ...(typeof step === 'string' ? { step } : {}),
    ...(typeof context === 'string' ? { context } : {}),
  }))(readCallback({ operation: 'connectSession.callback', codec, names, optional }, url, expectedUserUuid))
}
