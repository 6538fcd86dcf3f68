/** Bundles what benchmarks measure and no entry point exports, and the names that it has to share with it. */
import { build } from 'esbuild'

const contents = `
export * from './lib/index.ts'
export { decodeBody } from './lib/streams/send/decodeResponse.ts'
export { eventHub } from './lib/base/event/eventHub.ts'
export { budget } from './lib/http/budget/budget.ts'
export { compose } from './lib/http/Http.ts'
export { addCredentials } from './lib/http/policies/addCredentials.ts'
export { authorize } from './lib/http/policies/authorize.ts'
export { breaker } from './lib/http/policies/breaker.ts'
export { enforceContract } from './lib/http/policies/enforceContract.ts'
export { events } from './lib/http/policies/events.ts'
export { retry } from './lib/http/policies/retry.ts'
export { status } from './lib/http/policies/statusErrors.ts'
export { timeout } from './lib/http/policies/timeout.ts'
export { toHttpRequest } from './lib/http/toHttpRequest.ts'
export { envelope } from './lib/service/model/Envelope.ts'
`
const outfile = 'node_modules/.cache/rxbank/internals.mjs'

await build({
  stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
  bundle: true,
  external: ['rxjs', 'fp-ts', 'io-ts', 'cross-fetch'],
  format: 'esm',
  outfile,
  platform: 'node',
  target: 'node20',
})

export const internals = await import(new URL(`../../${outfile}`, import.meta.url))
