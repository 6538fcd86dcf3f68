import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { none, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { isClientError } from '../../base/error/ClientError.js'
import { clientErrorFromJson } from '../../base/error/clientErrorFromJson.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { NetworkError } from '../../base/error/NetworkError.js'
import type { Refusal } from './protocol.js'

/** Creates the error of a running operation when its session ends. */
export type CreateSessionError = (operation: string) => Error

/** The port was closed. As after other network errors, subscribing again may succeed. */
export const portClosed: CreateSessionError = (operation) =>
  new NetworkError({ operation, page: none, origin: 'electron:main', code: some('PortClosed') })

/** A message could not be decoded. */
export const undecodableMessage: CreateSessionError = (operation) =>
  new DecodeError({ operation, page: none, reason: 'shape', issues: [{ path: '', expected: 'a message of rxbank' }] })

const expected: Record<Refusal, string> = {
  sender: 'a port of a page that `accepts` of exposeStreams accepts',
  ports: 'fewer ports: this page has the maximum number',
  version: 'a main process with the same version of rxbank',
  message: 'a main process with the same version of rxbank, to decode the messages',
}

/** The main process refuses to serve the port. */
export const portRefused =
  (reason: Refusal): CreateSessionError =>
  () =>
    wrongOption('/port', expected[reason])

/**
 * An error of the main process that is not an error of this library, such as one that a function of the app threw.
 *
 * - `remoteName`: the `name` of the error in the main process, at most 200 characters.
 * - `message`: its message, at most 200 characters. Its other fields are not sent.
 */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'

  constructor(
    readonly remoteName: string,
    message: string,
  ) {
    super(message)
  }
}

const maxLength = 200

const truncate = (u: unknown): string => String(u).slice(0, maxLength)

const remoteErrorFields = t.type({ name: t.string, message: t.string })

/** An error as plain data: a client error in its JSON form, any other error as its name and message. */
export const encodeError = (error: unknown): object => {
  if (isClientError(error)) return error.toJSON()
  if (error instanceof RemoteError) return { name: error.remoteName, message: error.message }
  const { name, message } = error instanceof Error ? error : new Error('the thrown value is not an Error')
  return { name: truncate(name), message: truncate(message) }
}

/** Rebuilds an error from its plain data. */
export const decodeError = (json: unknown): Error => {
  const clientError = clientErrorFromJson(json)
  if (isRight(clientError)) return clientError.right
  const decoded = decode(remoteErrorFields, json)
  return isLeft(decoded)
    ? new RemoteError('Error', 'an error that cannot be decoded')
    : new RemoteError(decoded.right.name, decoded.right.message)
}
