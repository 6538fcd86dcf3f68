import { throwError } from 'rxjs'
import type { OpenPort } from './OpenPort.js'

/** Errors, because programs on this platform cannot open ports. */
export const listen: OpenPort = () =>
  throwError(
    () =>
      new Error(
        'sandbox.listen: this platform cannot open ports; use sandbox.http or sandbox.fetch, or run it on Node',
      ),
  )
