import { InjectionToken } from '@angular/core'
import type { Client, ClientConfig, GatewayClient } from '../../index.js'

/** Makes the client of any config, if a feature brings that. */
export const RXBANK_MAKE = new InjectionToken<(config: ClientConfig) => Client | GatewayClient>(
  'RXBANK_MAKE: the client of withWholeClient()',
)
