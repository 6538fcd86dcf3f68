import { escapeControls } from '../log/escapeControls.js'

/**
 * Why a checkpoint file could not be used.
 *
 * - `corrupt`: it is empty, truncated, or not JSON, or one of its checkpoints is not a bookmark.
 * - `foreign`: it was not written by `fileCheckpointStore`, is not a regular file (for example a pipe), or is larger
 *   than 16 MiB.
 * - `locked`: another process or thread uses it, or its lock was not created by this store.
 * - `unavailable`: the system refused to read or write it, or it would become larger than 16 MiB.
 */
export type CheckpointReason = 'corrupt' | 'foreign' | 'locked' | 'unavailable'

/**
 * A checkpoint file could not be used. The file was not changed.
 *
 * - `reason`: why the file could not be used.
 * - `file`: its full path; in `message` the control characters of the path are escaped.
 * - `cause`: the error of the operating system, if there was one. The error does not contain the content of the file.
 *
 * @example
 * import { fileCheckpointStore } from 'rxbank/node'
 * import { mkdtempSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { firstValueFrom, from } from 'rxjs'
 *
 * const file = join(mkdtempSync(join(tmpdir(), 'rxbank-')), 'checkpoints.json')
 * writeFileSync(file, '{"format":"rxbank-check')
 * const load = firstValueFrom(from(fileCheckpointStore(file).load('stocks')))
 * await assert.rejects(load, { _tag: 'CheckpointError', reason: 'corrupt', file })
 */
export class CheckpointError extends Error {
  static {
    this.prototype.name = 'CheckpointError'
  }

  readonly _tag = 'CheckpointError'
  readonly reason: CheckpointReason
  readonly file: string

  constructor(fields: {
    readonly reason: CheckpointReason
    readonly file: string
    readonly detail: string
    readonly cause?: unknown
  }) {
    const { reason, file, detail, ...errorOptions } = fields
    super(escapeControls(`checkpoint file ${file}: ${detail}`), errorOptions)
    this.reason = reason
    this.file = file
  }
}

const lockIsDirectory = 'a directory has the name of its lock or temporary file, .lock or .tmp'

const explanations: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'this process may not read or write it'],
  ['EISDIR', lockIsDirectory],
  ['ERR_FS_EISDIR', lockIsDirectory],
  ['EDQUOT', 'the quota of the disk is used up'],
  ['ELOOP', 'its symbolic links form a loop'],
  ['ENOENT', 'its directory does not exist'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of its path is not a directory'],
  ['EPERM', 'this process may not read or write it'],
  ['EROFS', 'the disk is read-only'],
])

/** The error for a file that the system refused to read or write; it contains the system's code. */
export const unavailable = (file: string, cause: unknown): CheckpointError => {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
  const detail = `${explanations.get(code) ?? 'it cannot be used'} (${code})`
  return new CheckpointError({ reason: 'unavailable', file, detail, cause })
}
