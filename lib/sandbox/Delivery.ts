import type { Answer } from './Answer.js'

/**
 * How the body of an answer is cut off: after `at` bytes, by a reset of the connection or by its end, and with or
 * without a `Content-Length` before it.
 */
export interface Cut {
  readonly at: number
  readonly isReset: boolean
  readonly isLengthDeclared: boolean
}

/**
 * An answer on its way to the client.
 *
 * - `cut`: the connection ends in the middle of the body.
 * - `bomb`: the body is that of {@link bombBody}, this many bytes, and `answer.body` empty.
 */
export interface Delivery {
  readonly answer: Answer
  readonly cut?: Cut
  readonly bomb?: { readonly bytes: number; readonly compressed: boolean }
}

/** The error of a request whose connection a fault ends. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** The JSON before and after the padding of a huge body. */
export const bombBody = { head: '{"resources":[],"padding":"', tail: '"}' } as const

/** How many letters of padding a huge body has. */
export const bombPadding = (bytes: number): number => Math.max(0, bytes - bombBody.head.length - bombBody.tail.length)

/** The bytes of a body that come before it is cut. */
export const bytesBefore = ({ at }: Cut, { answer }: Delivery): Uint8Array =>
  new TextEncoder().encode(answer.body).subarray(0, at)

/** The complete body of a delivery as one string. */
export const fullBody = ({ answer, bomb }: Delivery): string =>
  bomb === undefined ? answer.body : `${bombBody.head}${'x'.repeat(bombPadding(bomb.bytes))}${bombBody.tail}`
