import { type FileHandle, open } from 'node:fs/promises'
import { Observable } from 'rxjs'
import { withOtherEnd } from './otherEnd.js'
import { cannotWrite } from './outputError.js'

/**
 * Opens a file to write to, for its owner's eyes where it is made. Emits it and stays open; unsubscribing closes it when
 * what is being written is written. `told` is how errors call it.
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
