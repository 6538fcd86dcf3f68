import { none, some } from 'fp-ts/lib/Option.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { NetworkError } from '../../base/error/NetworkError.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { Refusal } from './protocol.js'

/** Creates the error of a running operation when its session ends. */
export type SessionError = (operation: string) => Error

/** The port was closed. As after other network errors, subscribing again may succeed. */
export const portClosed: SessionError = (operation) =>
  new NetworkError({ operation, page: none, origin: 'electron:main', code: some('PortClosed') })

/** A message could not be decoded. */
export const undecodableMessage: SessionError = (operation) =>
  new DecodeError({ operation, page: none, reason: 'shape', issues: [{ path: '', expected: 'a message of rxbank' }] })

const expected: Record<Refusal, string> = {
  sender: 'a port of a page that `accepts` of exposeStreams accepts',
  ports: 'fewer ports: this page has the maximum number',
  version: 'a main process with the same version of rxbank',
  message: 'a main process with the same version of rxbank, which can decode the messages',
}

/** The main process refuses to serve the port. */
export const portRefused =
  (reason: Refusal): SessionError =>
  () =>
    wrongOption('/port', expected[reason])
