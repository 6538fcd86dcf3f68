import type { RecordedExchange } from './recordingTransport.js'

type DatedExchange = Pick<RecordedExchange, 'headers' | 'sentAt' | 'receivedAt'>

/** How far the service's clock is ahead, in milliseconds: from `least` to `most`. */
export interface Skew {
  readonly least: number
  readonly most: number
}

/** The precision of the `Date` header, which is rounded down. */
const second = 1000

/**
 * The skew that one answer shows: its `Date` was written between the sending of the request and the receipt of the
 * answer.
 */
export const clockSkewOf = ({ headers, sentAt, receivedAt }: DatedExchange): Skew | undefined => {
  const text = headers.date ?? ''
  const date = Date.parse(text)
  if (Number.isNaN(date) || new Date(date).toUTCString() !== text) return undefined
  return { least: date - receivedAt, most: date + second - sentAt }
}

/** The skew that agrees with all answers; `undefined` without any, or where they contradict each other. */
export const commonSkew = (skews: ReadonlyArray<Skew>): Skew | undefined => {
  const least = Math.max(...skews.map((skew) => skew.least))
  const most = Math.min(...skews.map((skew) => skew.most))
  return skews.length > 0 && least <= most ? { least, most } : undefined
}
