import { InjectionToken } from '@angular/core'
import type { Client, ClientConfig } from '../../index.js'

/** Creates the full client, if the feature `withFullClient` is used. */
export const RXBANK_CREATE = new InjectionToken<(config: ClientConfig) => Client>(
  'RXBANK_CREATE: the client of withFullClient()',
)
