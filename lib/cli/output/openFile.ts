import { type FileHandle, open } from 'node:fs/promises'
import { Observable } from 'rxjs'
import { withOtherEnd } from './otherEnd.js'
import { cannotWrite } from './outputError.js'

/**
 * Opens a file for writing; a new one can be read by its owner alone. Emits it and does not complete. Unsubscribing
 * closes it after the write in progress. `told` is its name in errors.
 */
export const openFile = (path: string, flags: string, told = path): Observable<FileHandle> =>
  new Observable((subscriber) => {
    const opening = withOtherEnd(open(path, flags, 0o600))
    opening.then(
      (file) => subscriber.next(file),
      (error: unknown) => subscriber.error(cannotWrite(told, error)),
    )
    return () => {
      opening.then(
        (file) => file.close(),
        () => undefined,
      )
    }
  })
