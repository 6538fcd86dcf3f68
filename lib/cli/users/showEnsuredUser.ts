import { defer, type Observable } from 'rxjs'
import { connectWithNewUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { writeResource } from '../service/writeResource.js'

/** Creates the user of the settings if there is none, and writes the user as `rxbank get` does. */
export const showEnsuredUser = (options: ServiceOptions): Observable<never> =>
  defer(() => {
    const { client, user$ } = connectWithNewUser(options)
    return writeResource(client, user$)
  })
