import { isLeft, tryCatch } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../codec/decode.js'
import { options } from '../codec/options.js'
import { timestamp } from '../codec/timestamp.js'
import { CheckpointError } from './CheckpointError.js'

const format = 'rxbank-checkpoints-1'

const codec = options('checkpoints', { format: t.literal(format), checkpoints: t.UnknownRecord }, {})

/** What a checkpoint file says: checkpoints by key. */
export type Checkpoints = ReadonlyMap<string, Date>

const remedy = 'restore it from a copy, or remove it to begin anew'

/** What the bytes of a checkpoint file say; throws a `CheckpointError` for what is not whole, or of another kind. */
export const parseCheckpoints = (file: string, bytes: Uint8Array): Checkpoints => {
  const parsed = tryCatch(
    () => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown,
    (cause) => {
      const detail = `it is not whole, or no JSON; ${remedy}`
      return new CheckpointError({ reason: 'corrupt', file, detail, cause })
    },
  )
  if (isLeft(parsed)) throw parsed.left
  const foreign = (path: string, expected: string): CheckpointError => {
    const detail = `it is of another kind: expected ${expected} at ${path || 'the top'}; choose another file`
    return new CheckpointError({ reason: 'foreign', file, detail })
  }
  const decoded = decode(codec, parsed.right)
  if (isLeft(decoded)) throw foreign(decoded.left[0]?.path ?? '', decoded.left[0]?.expected ?? format)
  return new Map(
    Object.entries(decoded.right.checkpoints).map(([key, value]) => {
      const moment = timestamp.decode(value)
      if (isLeft(moment)) throw foreign(`/checkpoints/${key}`, 'a timestamp')
      return [key, moment.right]
    }),
  )
}

/** The text of a checkpoint file. */
export const printCheckpoints = (checkpoints: Checkpoints): string =>
  `${JSON.stringify({ format, checkpoints: Object.fromEntries(checkpoints) }, null, 2)}\n`
