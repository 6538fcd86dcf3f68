import { type FileHandle, open } from 'node:fs/promises'
import { Observable } from 'rxjs'
import { countBlocked } from './blockedPipes.js'
import { cannotWrite } from './outputError.js'

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
