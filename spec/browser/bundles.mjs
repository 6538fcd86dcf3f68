// Bundles of parts of the rxbank installed in a project, peers left out: what is in them, and how much it is.
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { entryPoints, entryPointsIn } from '../../.config/entryPoints.js'
import { check } from '../package/check.cjs'

/** Names in the code of tokens, credentials, users and limits, which no bundle of a client of a gateway has. */
const namesOfServices = ['Client-Id', 'client_id', 'access_token', 'tokenStore', 'BudgetChanged']

/** The files of rxbank that a client of a gateway may be made of. */
const atGateway =
  /^(?!tokens\/|http\/budget\/(?!Admission)|.*[cC]redential|http\/policies\/(authorize|addClientId)|client\/(browser|supplied)Users)/

const others = [
  'rxjs',
  'fp-ts',
  'io-ts',
  '@angular/*',
  '@opentelemetry/*',
  'electron',
  'undici',
  'cross-fetch',
  'graphile-worker',
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

const values = /^(peers|codec|error|model)\//

/** What each takes at most, in kB, which is a little more than it takes; and what beside values may be in it. */
const parts = [
  [
    "export { createConnection, send } from 'rxbank'",
    10.2,
    /^((clock|event|http|platform|profile)\/|config\/(access|browserCredentials|connection\w+|gatewayUrl|headerText|namesGateway|noSecret|serviceAccess)[.]|client\/(assemble|conn|createConnection)|stream\/(answer|callC|checkR|send|tellD)\w*\.)/,
  ],
  [
    "export { createConnection, listBanks, pages } from 'rxbank'",
    16,
    /^((api|clock|event|http|platform|profile)\/|config\/(access|browserCredentials|connection\w+|gatewayUrl|headerText|namesGateway|noSecret|serviceAccess)[.]|client\/(assemble|conn|createConnection)|hash\/|pages\/(?!navigate)|stream\/)/,
  ],
  [gatewayBundles[0], 27.6, atGateway],
  [gatewayBundles[1], 29.9, atGateway],
  ["export { isClientError } from 'rxbank'", 0.15, /^$/],
  ["export { redact } from 'rxbank'", 0.25, /^$/],
  ["export { record } from 'rxbank/codec'", 1.6, /^$/],
  ["export { transaction } from 'rxbank'", 2.7, /^$/],
  ["export { listTransactions } from 'rxbank'", 4.45, /^(api|profile)\//],
  ["export { described } from 'rxbank'", 4.15, /^profile\//],
  ["export { bridge2021 } from 'rxbank/bridge'", 4.6, /^(bridge|profile)\//],
  ["export { bridge2025 } from 'rxbank/bridge'", 5, /^(bridge|profile)\//],
  ["export { minorUnits } from 'rxbank'", 1.9, /^$/],
  ["export { followPosted } from 'rxbank'", 4.8, /^polling\/(followPosted|PostedWindow)\./],
  ["export { liveRows } from 'rxbank'", 2, /^polling\/(liveRows|ChangedRow)\./],
  ["export { createInspector } from 'rxbank/devtools'", 4.75, /^(devtools\/(?!element)|clock\/)/],
  ["export { defineInspector } from 'rxbank/devtools'", 6.1, /^devtools\//],
  ["export { toHar } from 'rxbank/devtools'", 0.75, /^devtools\//],
  ["export { injectStream } from 'rxbank/angular'", 2.75, /^angular\//],
  ["export { createTelemetry } from 'rxbank/opentelemetry'", 4.1, /^opentelemetry\//],
  ["export { connectStreams } from 'rxbank/electron'", 9.35, /^(electron|pages|polling|stream)\//],
  // 1.4 more than before 2025-01-15: single resources, routes and webhooks that a dialect may bring, consents, data access.
  ["export { createSandbox } from 'rxbank/sandbox'", 35.5, /^(sandbox|clock|http|profile)\/(?!bridge2025)/],
  // What only those have who play 2025-01-15: 4.5 beside createSandbox; by itself it is with what it shares with that.
  ["export { dialect2025 } from 'rxbank/sandbox'", 13.3, /^sandbox\//],
  ["export { createSandbox, dialect2025 } from 'rxbank/sandbox'", 40, /^(sandbox|clock|http|profile)\//],
  ["export { gracefully } from 'rxbank/node'", 3.2, /^(node|clock)\//, 'node'],
  ["export { fileCheckpointStore } from 'rxbank/node'", 6.6, /^node\//, 'node'],
  ["export { undiciTransport } from 'rxbank/undici'", 4.75, /^(undici\/|http\/|platform\/bodyBytes[.])/, 'node'],
]

/** The entry points that browsers have. */
const inBrowsers = new Set(entryPointsIn('browser').map(({ name }) => name))

export const checkBundles = async (project) => {
  for (const { name } of entryPoints)
    await check(`${name} leaves nothing in a program that uses nothing of it`, async () => {
      const platform = inBrowsers.has(name) ? 'browser' : 'node'
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

  for (const [contents, kilobytes, may, platform] of parts)
    await check(`${contents} takes at most ${kilobytes} kB, and nothing that it does not need`, async () => {
      const { files, text } = await bundle(project, contents, platform)
      console.log(`${contents}: ${(gzipped(text) / 1000).toFixed(2)} kB gzip`)
      assert.ok(files.length > 0)
      assert.deepEqual(
        files.filter((file) => !values.test(file) && !may.test(file)),
        [],
      )
      assert.ok(gzipped(text) <= kilobytes * 1000)
    })
}
