import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { isClientError } from '../../base/error/ClientError.js'
import { clientErrorFromJson } from '../../base/error/clientErrorFromJson.js'
import { RemoteError } from './RemoteError.js'

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
