import { isLeft, tryCatch } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import type { Issue } from '../../base/codec/issues.js'
import { options } from '../../base/codec/options.js'
import { type Bookmark, bookmark } from '../../streams/polling/Bookmark.js'
import { CheckpointError } from './CheckpointError.js'

const format = 'rxbank-checkpoints-1'

const codec = options('checkpoints', { format: t.literal(format), checkpoints: t.UnknownRecord }, {})

/** The content of a checkpoint file: bookmarks by key. */
export type Checkpoints = ReadonlyMap<string, Bookmark>

const remedyText = 'restore it from a copy, or remove it to start without checkpoints'

/** The first issue. The names of unknown fields are not shown: they may be secrets of another program's file. */
const describeFirstIssue = ([issue]: ReadonlyArray<Issue>): string => {
  const { path = '', expected = format } = issue ?? {}
  if (!/^(?:\/format|\/checkpoints)?$/.test(path)) return 'only format and checkpoints at the top level'
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
  return new Map(
    Object.entries(decoded.right.checkpoints).map(([key, value], index) => {
      if (!bookmark.is(value)) throw corrupt(`entry ${String(index + 1)} of /checkpoints is not a bookmark`)
      return [key, value]
    }),
  )
}

/** The text of a checkpoint file: JSON with a line for each key. */
export const printCheckpoints = (checkpoints: Checkpoints): string => {
  const lines = Array.from(checkpoints, ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return `{\n  "format": "${format}",\n  "checkpoints": {\n${lines.join(',\n')}\n  }\n}\n`
}
