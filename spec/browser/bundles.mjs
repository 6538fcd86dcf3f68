// Bundles of parts of the rxbank installed in a project, peers left out: what is in them, and how much it is.
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { conditions, entryPoints } from '../../.config/entryPoints.js'
import { check } from '../package/check.cjs'

/** Names in the code of tokens, credentials, users and limits, which no bundle of a client of a gateway has. */
const namesOfServices = ['Client-Id', 'client_id', 'access_token', 'tokenStore', 'BudgetChanged']

/** The files of rxbank that a client of a gateway may be made of. */
const atGateway =
  /^(?!streams\/tokens\/|http\/budget\/(?!Admission)|.*[cC]redential|http\/policies\/(authorize|addClientId)|client\/(browser|supplied)Users)/

const others = [
  'rxjs',
  'fp-ts',
  'io-ts',
  '@angular/*',
  '@opentelemetry/*',
  'electron',
  'undici',
  'graphile-worker',
  'react',
]

const options = { bundle: true, format: 'esm', logLevel: 'error', minify: true, tsconfigRaw: {}, write: false }

/** The code of a program that is nothing but `contents`, and the files of rxbank that are in it. */
export const bundle = async (project, contents, platform = 'browser') => {
  const { metafile, outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir: project },
    absWorkingDir: project,
    external: others,
    metafile: true,
    platform,
  })
  const [{ inputs }] = Object.values(metafile.outputs)
  const files = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
    const [, file] = /\/rxbank\/dist\/(?:browser|node)\/(.*)$/.exec(path) ?? []
    return file === undefined || bytesInOutput === 0 ? [] : [file]
  })
  // Names of peers that are not used are left out as of TypeScript: where peers are bundled, they cost nothing.
  const left = { contents: outputFiles[0].text, loader: 'ts' }
  const pruned = await build({ ...options, stdin: left, external: others, platform })
  return { files, text: pruned.outputFiles[0].text }
}

export const gzipped = (text) => gzipSync(text, { level: 9 }).length

/** Programs that name a gateway alone. */
const gatewayBundles = [
  "export { createGatewayClient } from 'rxbank'",
  "export { injectRxBank, injectStream, provideRxBank, withHttpClient } from 'rxbank/angular'",
]

const values = /^(base\/(codec|error|Redacted|packageCopies)|service\/model\/)/

/** What subscribes to streams of the program ignores what their teardowns throw. */
const withTeardowns = ({ source }) => new RegExp(`${source}|^base/platform/ignoreTeardownErrors\\.`)

/** What a page may be made of: nothing authenticates there. */
const inPages =
  /^(?!testing\/|adapters\/|streams\/tokens\/(sessions|accessTokens|TokenCache|TokenRenewal|tokenState)\.)/

/** What each takes at most, in kB, which is a little more than it takes; and what beside values may be in it. */
const parts = [
  ["export { createClient } from 'rxbank'", 42.4, inPages],
  [gatewayBundles[0], 36.4, atGateway],
  [gatewayBundles[1], 38.9, atGateway],
  ["export { isClientError } from 'rxbank'", 0.15, /^$/],
  ["export { redact } from 'rxbank'", 0.4, /^$/],
  ["export { record } from 'rxbank/codec'", 2.2, /^$/],
  ["export { transaction } from 'rxbank/codec'", 3.5, /^$/],
  ["export { documentedProfile } from 'rxbank'", 5.2, /^service\//],
  ["export { bridge2021 } from 'rxbank/bridge'", 6.7, /^service\//],
  ["export { bridge2025 } from 'rxbank/bridge'", 7.4, /^service\//],
  ["export { minorUnits } from 'rxbank'", 2.75, /^$/],
  ["export { toPlatform } from 'rxbank'", 1.2, /^streams\/send\/toPlatform\./],
  ["export { followPosted } from 'rxbank'", 7.6, /^streams\/polling\/(followPosted|PostedWindow|ChangedRow)\./],
  ["export { findRecurring } from 'rxbank/recurring'", 14.3, /^(ledger\/|base\/hash\/)/],
  ["export { followRecurring } from 'rxbank/recurring'", 16.4, withTeardowns(/^(ledger\/|base\/(clock|hash)\/)/)],
  ["export { balancesOf } from 'rxbank/balances'", 6.9, /^ledger\/balances\//],
  ["export { proveBalance } from 'rxbank/balances'", 2.4, /^ledger\/balances\/(proveBalance|proofMoves|toDay)\./],
  ["export { liveRows } from 'rxbank'", 6.4, /^(streams\/polling\/|base\/(clock|hash)\/)/],
  [
    "export { liveFeed } from 'rxbank'",
    5.7,
    /^(streams\/polling\/|base\/(clock|hash|platform)\/|http\/(backoff|retryAfter|policies\/retryForever)\.)/,
  ],
  ["export { createInspector } from 'rxbank/devtools'", 5.5, /^(adapters\/devtools\/(?!element)|base\/clock\/)/],
  ["export { defineInspector } from 'rxbank/devtools'", 7.5, /^adapters\/devtools\//],
  ["export { toHar } from 'rxbank/devtools'", 1, /^adapters\/devtools\//],
  ["export { injectStream } from 'rxbank/angular'", 3.4, withTeardowns(/^adapters\/angular\//)],
  ["export { matchTransfers } from 'rxbank/transfers'", 13.6, /^ledger\//],
  ["export { matchExpected } from 'rxbank/payments'", 14.6, /^ledger\//],
  ["export { matchAccounts } from 'rxbank/accounts'", 12.7, /^ledger\//],
  [
    "export { liveLineages, withLineages } from 'rxbank/accounts'",
    17.4,
    /^(ledger\/|streams\/(lineages|polling)\/|base\/(clock|hash|platform)\/|http\/(backoff|retryAfter|policies\/retryForever)\.)/,
  ],
  ["export { toStore } from 'rxbank/store'", 3.7, withTeardowns(/^adapters\/store\/|^base\/clock\//)],
  [
    "export { useStream, RxBankProvider } from 'rxbank/react'",
    4.2,
    withTeardowns(/^adapters\/(react|store)\/|^base\/clock\//),
  ],
  ["export { createTelemetry } from 'rxbank/opentelemetry'", 4.6, /^adapters\/opentelemetry\//],
  [
    "export { connectStreams } from 'rxbank/electron'",
    11.3,
    withTeardowns(/^(adapters\/electron|streams\/(pages|polling|send))\//),
  ],
  ["export { createSandbox } from 'rxbank/sandbox'", 65, /^(testing\/sandbox|base|http|service)\//],
]

/** Whether browsers have an entry point. Of those for servers, some have files for workerd. */
const isInBrowsers = (name) => conditions[name.replace('rxbank', '.')].default.default !== undefined

export const checkBundles = async (project) => {
  for (const { name } of entryPoints)
    await check(`${name} leaves nothing in a program that uses nothing of it`, async () => {
      const platform = isInBrowsers(name) ? 'browser' : 'node'
      assert.deepEqual((await bundle(project, `import '${name}'`, platform)).files, [])
    })

  await check('a bundle of a client of a gateway has no name of tokens, credentials and limits', async () => {
    const namesIn = async (contents) => {
      const { text } = await bundle(project, contents)
      return namesOfServices.filter((name) => text.includes(name))
    }
    assert.deepEqual(await namesIn("export { createClient } from 'rxbank'"), namesOfServices)
    for (const contents of gatewayBundles) assert.deepEqual(await namesIn(contents), [])
  })

  for (const [contents, kilobytes, may] of parts)
    await check(`${contents} takes at most ${kilobytes} kB, and nothing that it does not need`, async () => {
      const { files, text } = await bundle(project, contents)
      console.log(`${contents}: ${(gzipped(text) / 1000).toFixed(2)} kB gzip`)
      assert.ok(files.length > 0)
      assert.deepEqual(
        files.filter((file) => !values.test(file) && !may.test(file)),
        [],
      )
      assert.ok(gzipped(text) <= kilobytes * 1000)
    })
}
