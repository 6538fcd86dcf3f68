// Expo: the guide's app becomes a bundle for Android, and the client in such a bundle refuses a secret and reads rows through a
// gateway. The bundle runs in Node, with the URL of Expo and the AbortController of React Native.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createGateway, toNodeHandler } from 'rxbank/node'
import { firstValueFrom } from 'rxjs'
import { run } from './processes.mjs'

export const heading = 'Expo'

/** Without what prepares a device. */
const metro = `
const { getDefaultConfig } = require('expo/metro-config')

const config = getDefaultConfig(__dirname)
config.serializer.getModulesRunBeforeMainModule = () => []
config.serializer.getPolyfills = () => []
module.exports = config
`

const globals = `
import { URL, URLSearchParams } from 'expo/src/winter/url'
import { AbortController } from 'react-native/src/private/webapis/dom/abort-api/AbortController'

Object.assign(globalThis, { URL, URLSearchParams, AbortController })
`

const client = `
import './globals'
import { createClient, createGatewayClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'

globalThis.library = { createClient, createGatewayClient, bridge2025 }
`

export const files = { 'globals.js': globals, 'client.js': client }

/** Expo's fetch takes the signals of React Native, which Node's does not know. */
const fetchFor = (url, { signal, ...init }) => {
  const abort = new AbortController()
  signal.addEventListener('abort', () => abort.abort())
  return fetch(String(url), { ...init, signal: abort.signal })
}

const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask']
const classes = ['Headers', 'ReadableStream', 'TextDecoder', 'TextEncoder']

/** Runs a bundle with what the engine and Expo have, without native modules, and returns its `library`. */
const runBundle = (file) => {
  const device = createContext({
    ...Object.fromEntries(['atob', 'btoa', 'console', ...timers, ...classes].map((name) => [name, globalThis[name]])),
    fetch: fetchFor,
    nativeModuleProxy: {},
    navigator: { product: 'ReactNative' },
    performance: { now: () => performance.now() },
  })
  for (const name of ['global', 'self', 'window']) device[name] = device
  runInContext(readFileSync(file, 'utf8'), device)
  return device.library
}

/** Serves the gateway of an app, until `use` has ended. */
const withGateway = async ({ credentials, http }, use) => {
  const upstream = createClient({ profile: bridge2025, ...credentials, http })
  const authorize = ({ headers }) => (headers.get('x-session') === '4f1c' ? { externalUserId: 'A6J' } : null)
  const server = createServer(toNodeHandler(createGateway(upstream, { prefix: '/api/bank', authorize })))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${server.address().port}/api/bank`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

export const verify = async ({ folder, sandbox, write }) => {
  const variables = { CI: '1', EXPO_NO_TELEMETRY: '1', EXPO_PUBLIC_GATEWAY: 'https://app.example/api/bank' }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  write('package.json', JSON.stringify({ ...manifest, type: undefined, main: 'App.jsx' }))
  await run(folder, ['npx', 'expo', 'export', '--platform', 'android', '--no-bytecode', '--no-minify'], variables)
  const [bundle] = readdirSync(join(folder, 'dist/_expo/static/js/android'))
  assert.match(bundle, /^\w+-\w+\.js$/)

  write('metro.config.js', metro)
  const embed = ['npx', 'expo', 'export:embed', '--platform', 'android', '--dev', 'false']
  await run(folder, [...embed, '--entry-file', 'client.js', '--bundle-output', 'bundle.js'], variables)
  const library = runBundle(join(folder, 'bundle.js'))
  const profile = library.bridge2025
  const { clientId, clientSecret } = sandbox.credentials
  assert.throws(() => library.createClient({ profile, clientId, clientSecret }), /clientSecret: expected no secret/)
  await withGateway(sandbox, async (gateway) => {
    const user = library.createGatewayClient({ profile, gateway, headers: { 'X-Session': '4f1c' } }).user()
    assert.equal((await firstValueFrom(user.transactions.pages({ limit: 50 }))).resources.length, 50)
  })
}
