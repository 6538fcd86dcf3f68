import { InjectionToken } from '@angular/core'
import type { Client } from '../../client/Client.js'
import type { ClientConfig } from '../../client/config/ClientConfig.js'

/** Creates the full client, if the feature `withFullClient` is used. */
export const RXBANK_CREATE = new InjectionToken<(config: ClientConfig) => Client>(
  'RXBANK_CREATE: the client of withFullClient()',
)
