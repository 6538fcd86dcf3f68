import type { Answer } from './Answer.js'

/**
 * Where the body of an answer ends too soon, and how: after so many bytes, by a reset or not, with or without a length that
 * was told before.
 */
export interface Cut {
  readonly at: number
  readonly isReset: boolean
  readonly isLengthTold: boolean
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

/** Why a request gets no answer. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** What stands before and after the padding of a huge body. */
export const bombBody = { head: '{"resources":[],"padding":"', tail: '"}' } as const

/** How many letters of padding a huge body has. */
export const bombPadding = (bytes: number): number => Math.max(0, bytes - bombBody.head.length - bombBody.tail.length)

/** The bytes of a body that come before it is cut. */
export const bytesBefore = ({ at }: Cut, { answer }: Delivery): Uint8Array =>
  new TextEncoder().encode(answer.body).subarray(0, at)

/** The whole text of a delivery, made in memory. */
export const wholeBody = ({ answer, bomb }: Delivery): string =>
  bomb === undefined ? answer.body : `${bombBody.head}${'x'.repeat(bombPadding(bomb.bytes))}${bombBody.tail}`
