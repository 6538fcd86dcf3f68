import { june2021 } from '../apiVersions.js'
import type { CustomDialect } from '../CustomApiVersion.js'
import type { SandboxDialect } from '../dialect/dialects.js'
import { plainDialect } from '../dialect/plainDialect.js'
import { demoBank } from './demoBank.js'
import { formatError } from './errors2025.js'
import { refreshSchedule } from './refreshSchedule.js'
import { routes2025 } from './routes2025.js'
import { webhookFormat2025 } from './webhookFormat2025.js'

const dialect: CustomDialect = {
  ...plainDialect,
  apiVersion: '2025-01-15',
  pendingCount: 3,
  keepsStatus: true,
  customApiVersion: {
    apiVersion: { ...june2021, name: '2025-01-15', alwaysRequiresSecret: true, hasPreviousLinks: false },
    routes: routes2025,
    formatError,
    // Documented: the API version does not list `show_client_side`.
    world: { demoBank, disabledAccount: 'Livret d’épargne', scheduled: refreshSchedule, countsRepeats: true },
    createWebhookFormat: webhookFormat2025,
  },
}

/**
 * API version 2025-01-15 of the Bridge API for a sandbox. It has paths, operations, errors and webhooks of its own, which
 * do not depend on the profile: `createSandbox({ profile: bridge2025, dialect: dialect2025 })`.
 * Comments in its source say whether a fact is documented or inferred.
 *
 * - No field is `null`: a field without a value is missing.
 * - One account of each user is without access to its data; `sandbox.setDataAccess` changes that.
 * - Each item is refreshed once or twice a day by the sandbox's time. It shows when its consent ends: 180 days after the
 *   synchronisation that the consent was given for, which is documented for payment accounts. A connect session for the item
 *   renews the consent.
 * - Webhooks are signed in upper-case hexadecimal. A webhook that is not answered with 200 is sent again, up to eight
 *   times in two days.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox, dialect2025 } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2025, dialect: dialect2025 })
 * const client = createClient({ ...credentials, http, profile: bridge2025 })
 * const { name } = await firstValueFrom(client.banks.get(574))
 * assert.deepStrictEqual(name, 'Demo Bank')
 */
export const dialect2025: SandboxDialect = dialect
