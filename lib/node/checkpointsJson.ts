import { isLeft, tryCatch } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../codec/decode.js'
import type { Issue } from '../codec/issues.js'
import { options } from '../codec/options.js'
import { timestamp } from '../codec/timestamp.js'
import { CheckpointError } from './CheckpointError.js'

const format = 'rxbank-checkpoints-1'

const codec = options('checkpoints', { format: t.literal(format), checkpoints: t.UnknownRecord }, {})

/** What a checkpoint file says: checkpoints by key. */
export type Checkpoints = ReadonlyMap<string, Date>

const remedy = 'restore it from a copy, or remove it to begin anew'

/** What was expected where; of a field that is not known not even the name, for it may be a secret of another file. */
const firstWrong = ([issue]: ReadonlyArray<Issue>): string => {
  const { path = '', expected = format } = issue ?? {}
  if (!['', '/format', '/checkpoints'].includes(path)) return 'format and checkpoints, and no more, at the top'
  return `${expected} at ${path || 'the top'}`
}

/**
 * What the bytes of a checkpoint file say; throws a `CheckpointError` for what is not whole, or of another kind. It
 * says nothing of what is in the file.
 */
export const parseCheckpoints = (file: string, bytes: Uint8Array): Checkpoints => {
  const parsed = tryCatch(
    () => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown,
    // What JSON.parse throws repeats a part of the file.
    () => new CheckpointError({ reason: 'corrupt', file, detail: `it is not whole, or no JSON; ${remedy}` }),
  )
  if (isLeft(parsed)) throw parsed.left
  const foreign = (expected: string): CheckpointError => {
    const detail = `it is of another kind: expected ${expected}; choose another file`
    return new CheckpointError({ reason: 'foreign', file, detail })
  }
  const decoded = decode(codec, parsed.right)
  if (isLeft(decoded)) throw foreign(firstWrong(decoded.left))
  return new Map(
    Object.entries(decoded.right.checkpoints).map(([key, value], index) => {
      const moment = timestamp.decode(value)
      if (isLeft(moment)) throw foreign(`a timestamp as entry ${String(index + 1)} of /checkpoints`)
      return [key, moment.right]
    }),
  )
}

/** The text of a checkpoint file. */
export const printCheckpoints = (checkpoints: Checkpoints): string =>
  `${JSON.stringify({ format, checkpoints: Object.fromEntries(checkpoints) }, null, 2)}\n`
