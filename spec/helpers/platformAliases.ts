import { join } from 'node:path'

const source = (file: string): string => join(process.cwd(), 'lib', file)

/** What the names of package.json's `imports` stand for on Node, as sources: bundles of specs know no built package. */
export const platformAliases = {
  '#credentials': source('client/config/applicationCredentials.ts'),
  '#transport': source('http/transport/crossFetch.ts'),
  '#hmac': source('testing/sandbox/hmacNode.ts'),
  '#listen': source('testing/sandbox/listenNode.ts'),
  '#users': source('client/applicationUsers.ts'),
}
