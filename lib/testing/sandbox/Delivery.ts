import type { SandboxResponse } from './SandboxResponse.js'

/**
 * How the body of a response is cut off: after `bytes` bytes, by a reset or an orderly end of the connection, and with
 * or without a `Content-Length`.
 */
export interface Cut {
  readonly bytes: number
  readonly isReset: boolean
  readonly isLengthDeclared: boolean
}

/**
 * A response on its way to the client.
 *
 * - `cut`: how the body is cut off.
 * - `bomb`: the size of a huge body in bytes. The body consists of {@link bombBody} with padding; `answer.body` is
 *   empty.
 */
export interface Delivery {
  readonly answer: SandboxResponse
  readonly cut?: Cut
  readonly bomb?: { readonly bytes: number; readonly compressed: boolean }
}

/** A fault has ended the connection of a request. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** The JSON before and after the padding of a huge body. */
export const bombBody = { head: '{"resources":[],"padding":"', tail: '"}' } as const

/** The number of padding characters in a huge body. */
export const bombPadding = (bytes: number): number => Math.max(0, bytes - bombBody.head.length - bombBody.tail.length)

/** The bytes of a body up to the point where it is cut off. */
export const bytesBefore = ({ bytes }: Cut, { answer }: Delivery): Uint8Array =>
  new TextEncoder().encode(answer.body).subarray(0, bytes)

/** The complete body of a delivery as one string. */
export const fullBody = ({ answer, bomb }: Delivery): string =>
  bomb === undefined ? answer.body : `${bombBody.head}${'x'.repeat(bombPadding(bomb.bytes))}${bombBody.tail}`
