import { throwError } from 'rxjs'
import type { OpenPort } from './OpenPort.js'

/** Errors: on this platform a program cannot open ports. */
export const listen: OpenPort = () =>
  throwError(
    () =>
      new Error('sandbox.listen: this platform opens no port; use sandbox.http or sandbox.fetch, or run it on Node'),
  )
