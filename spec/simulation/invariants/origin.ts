import { baseUrl } from '../world/createWorld.js'
import type { Invariant } from './Invariant.js'

/** Credentials go to the service alone. */
export const origin: Invariant = {
  name: 'no request leaves for another origin or path than those of the base URL',
  watch: (_, broken) => ({
    sent: ({ request: { url, operation } }) => {
      if (!url.startsWith(`${baseUrl}/v2/`)) broken(`${operation} goes elsewhere`)
    },
  }),
}
