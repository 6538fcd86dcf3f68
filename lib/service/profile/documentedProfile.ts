import { defaultCodecs } from './Codecs.js'
import { documentedInterface } from './documentedInterface.js'
import type { ServiceProfile } from './ServiceProfile.js'

/**
 * The service as its API is documented; gaps are filled with what public deployments do. Comments mark assumptions.
 *
 * @example
 * import { createClient, documentedProfile } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom } from 'rxjs'
 *
 * const profile = { ...documentedProfile, paths: { ...documentedProfile.paths, transactionsUpdated: null } }
 * const sandbox = createSandbox({ profile: bridge2025, seed: 1 })
 * const client = createClient({ baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http, profile })
 * const { transactions } = client.user({ externalUserId: 'A6J' })
 * await assert.rejects(lastValueFrom(transactions.updated().pages()), { key: 'paths.transactionsUpdated' })
 */
export const documentedProfile: ServiceProfile = {
  ...documentedInterface,
  codecs: defaultCodecs,
}
