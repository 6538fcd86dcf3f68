import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { isLeft } from 'fp-ts/lib/Either.js'
import { decode, object, parseJson } from '../../../codec.js'
import type { ServiceProfile } from '../../../index.js'
import { usageError } from '../../CommandError.js'
import { reasonOf } from '../../output/outputError.js'
import { findProfile } from '../../profiles.js'
import { changeCodecs, type ProfileChange } from './ProfileChange.js'

/** The version of the format that this package writes and reads. */
export const evidenceVersion = 1

/** The part of a file that `--apply` uses: a profile, and changes to that profile. */
export interface AppliedEvidence {
  readonly profile: ServiceProfile
  readonly changes: ReadonlyArray<ProfileChange>
}

/** The doctor's files are a few hundred kilobytes long at most. */
const maxBytes = 4_000_000
const maxChanges = 500

const readBounded = (path: string): string => {
  const file = openSync(path, 'r')
  try {
    if (fstatSync(file).isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' })
    const buffer = Buffer.alloc(maxBytes + 1)
    let length = 0
    for (;;) {
      const read = readSync(file, buffer, length, buffer.length - length, null)
      length += read
      if (read === 0 || length > maxBytes) break
    }
    if (length > maxBytes) throw Object.assign(new Error('too large'), { code: 'EFBIG' })
    return buffer.toString('utf8', 0, length)
  } finally {
    closeSync(file)
  }
}

const contentOf = (path: string): string => {
  try {
    return readBounded(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw usageError(`${path} cannot be read: ${code === 'EFBIG' ? 'it is larger than 4 MB' : reasonOf(error)}`)
  }
}

const appliedReason = 'from the file that was applied'

const changeOf = (path: string, entry: unknown, index: number): ProfileChange => {
  const pointer = `/changes/${String(index)}`
  const kinds = Object.keys(changeCodecs)
  const kind = object.is(entry) && Object.hasOwn(entry, 'change') ? entry.change : undefined
  if (typeof kind !== 'string' || !Object.hasOwn(changeCodecs, kind))
    throw usageError(`${path}: ${pointer}/change: expected one of ${kinds.join(', ')}`)
  const decoded = decode(changeCodecs[kind as ProfileChange['change']], entry)
  if (isLeft(decoded))
    throw usageError(
      decoded.left.map((issue) => `${path}: ${pointer}${issue.path}: expected ${issue.expected}`).join('\n'),
    )
  // Drop the free text of the file: otherwise it would be copied into the next evidence file, which the user may share.
  return { ...(decoded.right as ProfileChange), why: appliedReason }
}

/** Reads a file that `rxbank doctor --output` wrote. Throws a usage error that says what is wrong with the file. */
export const readEvidence = (path: string): AppliedEvidence => {
  const json = parseJson(contentOf(path))
  if (isLeft(json)) throw usageError(`${path} is ${json.left === 'empty' ? 'empty' : 'not JSON'}`)
  const content = json.right
  if (!object.is(content) || !Object.hasOwn(content, 'evidence'))
    throw usageError(`${path} is not a file that rxbank doctor --output wrote: it has no "evidence"`)
  const { evidence, profile: name, changes } = content
  if (evidence !== evidenceVersion) {
    const advice =
      typeof evidence === 'number' && evidence > evidenceVersion ? 'update rxbank' : 'run rxbank doctor --output again'
    throw usageError(`${path}: /evidence: expected format version ${String(evidenceVersion)}; ${advice}`)
  }
  const profile = typeof name === 'string' ? findProfile(name) : undefined
  if (profile === undefined) throw usageError(`${path}: /profile: expected the name of a profile, such as bridge2025`)
  if (!Array.isArray(changes) || changes.length > maxChanges)
    throw usageError(`${path}: /changes: expected a list of ${String(maxChanges)} changes at most`)
  return { profile, changes: changes.map((entry: unknown, index) => changeOf(path, entry, index)) }
}
