import { isLeft, tryCatch } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import type { Issue } from '../../base/codec/issues.js'
import { options } from '../../base/codec/options.js'
import { timestamp } from '../../base/codec/timestamp.js'
import type { Checkpoint } from './Checkpoint.js'
import { CheckpointError } from './CheckpointError.js'

const format = 'rxbank-checkpoints-1'

const codec = options(
  'checkpoints',
  { format: t.literal(format), checkpoints: t.UnknownRecord },
  { users: t.record(t.string, t.string) },
)

/** The content of a checkpoint file: checkpoints by key. */
export type Checkpoints = ReadonlyMap<string, Checkpoint>

const remedyText = 'restore it from a copy, or remove it to start without checkpoints'

/** The first issue. The names of unknown fields are not shown: they may be secrets of another program's file. */
const describeFirstIssue = ([issue]: ReadonlyArray<Issue>): string => {
  const { path = '', expected = format } = issue ?? {}
  if (!/^(?:\/format|\/checkpoints|\/users(?:\/.*)?)?$/s.test(path))
    return 'only format, checkpoints and users at the top level'
  if (path.startsWith('/users')) return 'strings in /users'
  return `${expected} at ${path || 'the top level'}`
}

/**
 * Parses a checkpoint file; throws a `CheckpointError` if the file is incomplete, or is not a checkpoint file. The
 * error does not contain any content of the file.
 */
export const parseCheckpoints = (file: string, bytes: Uint8Array): Checkpoints => {
  const corrupt = (problem: string): CheckpointError =>
    new CheckpointError({ reason: 'corrupt', file, detail: `${problem}; ${remedyText}` })
  const parsed = tryCatch(
    () => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown,
    // The error of JSON.parse is dropped, because it quotes a part of the file.
    () => corrupt('it is incomplete or not JSON'),
  )
  if (isLeft(parsed)) throw parsed.left
  const foreign = (expected: string): CheckpointError => {
    const detail = `it is not a checkpoint file: expected ${expected}; choose another file`
    return new CheckpointError({ reason: 'foreign', file, detail })
  }
  const decoded = decode(codec, parsed.right)
  if (isLeft(decoded)) throw foreign(describeFirstIssue(decoded.left))
  const users = new Map(Object.entries(decoded.right.users ?? {}))
  return new Map(
    Object.entries(decoded.right.checkpoints).map(([key, value], index) => {
      const moment = timestamp.decode(value)
      if (isLeft(moment)) throw corrupt(`entry ${String(index + 1)} of /checkpoints is not a timestamp`)
      return [key, { moment: moment.right, userUuid: users.get(key) }]
    }),
  )
}

/** The text of a checkpoint file. */
export const printCheckpoints = (checkpoints: Checkpoints): string => {
  const entries = Array.from(checkpoints)
  const moments = Object.fromEntries(entries.map(([key, { moment }]) => [key, moment]))
  const users = entries.flatMap(([key, { userUuid }]) => (userUuid === undefined ? [] : [[key, userUuid] as const]))
  const content = { format, checkpoints: moments, ...(users.length > 0 && { users: Object.fromEntries(users) }) }
  return `${JSON.stringify(content, null, 2)}\n`
}
