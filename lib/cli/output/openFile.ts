import { type FileHandle, open } from 'node:fs/promises'
import { dematerialize, exhaustMap, materialize, Observable } from 'rxjs'
import { CommandError, exitCodes } from '../CommandError.js'
import { countBlocked } from './blockedPipes.js'

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EDQUOT', 'the quota of the disk is used up'],
  ['EFBIG', 'the file has become too large'],
  ['EIO', 'the disk failed'],
  ['EISDIR', 'it is a directory'],
  ['ELOOP', 'its symbolic links form a loop, or there are too many'],
  ['ENOENT', 'there is no such file or directory'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of its path is not a directory'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the disk is read-only'],
])

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'an unknown error'

/** The reason of a file system error, in words. */
export const reasonOf = (error: unknown): string => reasons.get(codeOf(error)) ?? codeOf(error)

/** The error of a command that cannot write its output. */
export const cannotWrite = (name: string, error: unknown): CommandError =>
  new CommandError(`${name} cannot be written: ${reasonOf(error)}`, exitCodes.failed)

/** Runs `work` with the value that a source emits, and unsubscribes from the source when the work completes or errors. */
export const useWhileOpen = <A, B>(opened$: Observable<A>, work: (opened: A) => Observable<B>): Observable<B> =>
  opened$.pipe(
    exhaustMap((opened) => materialize<B>()(work(opened))),
    dematerialize(),
  )

/** Waits until the content of a file is on disk; does nothing for a device or a pipe. */
export const flushToDisk = async (file: Pick<FileHandle, 'datasync'>): Promise<void> => {
  try {
    await file.datasync()
  } catch (error) {
    if (!/^(EINVAL|ENOTSUP|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/**
 * Opens a file for writing; only its owner can read a new file. Emits it and does not complete. Unsubscribing closes it
 * after the write in progress. `name` is its name in errors.
 */
export const openFile = (path: string, flags: string, name = path): Observable<FileHandle> =>
  // Operators cannot express this: a file that opens after the unsubscription must be closed.
  new Observable((subscriber) => {
    const opening = countBlocked(open(path, flags, 0o600))
    opening.then(
      (file) => subscriber.next(file),
      (error: unknown) => subscriber.error(cannotWrite(name, error)),
    )
    return () => {
      opening.then(
        (file) => file.close(),
        () => undefined,
      )
    }
  })
