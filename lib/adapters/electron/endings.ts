import { none, some } from 'fp-ts/lib/Option.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { NetworkError } from '../../base/error/NetworkError.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { Refusal } from './protocol.js'

/** Makes the error of a running operation when its session ends. */
export type Ending = (operation: string) => Error

/** The port was closed. As after other network errors, subscribing again may succeed. */
export const portClosed: Ending = (operation) =>
  new NetworkError({ operation, page: none, origin: 'electron:main', code: some('PortClosed') })

/** A message could not be decoded. */
export const notUnderstood: Ending = (operation) =>
  new DecodeError({ operation, page: none, reason: 'shape', issues: [{ path: '', expected: 'a message of rxbank' }] })

const expected: Record<Refusal, string> = {
  sender: 'one of a page that `accepts` of exposeStreams accepts',
  ports: 'one of fewer: this page has as many as are served',
  version: 'one to a main process with the same version of rxbank',
  message: 'one to a main process with the same version of rxbank, which understands what is said',
}

/** The main process refuses to serve the port. */
export const refused =
  (reason: Refusal): Ending =>
  () =>
    wrongOption('/port', expected[reason])
