/** What an app pays before its first request: the time that a process and an import take, and the bytes of a bundle. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { bin, exports, peerDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
const peers = Object.keys(peerDependencies)

/** A bundle of some exports, without peers: its bytes, the files that it has code of, and what it imports. */
const bundle = async (contents, platform) => {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    external: [...peers, 'electron'],
    format: 'esm',
    metafile: true,
    minify: true,
    platform,
    tsconfigRaw: {},
    write: false,
  })
  const [{ inputs, imports }] = Object.values(metafile.outputs)
  return {
    kilobytes: gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000,
    files: Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0),
    imports: [...new Set(imports.map(({ path }) => path))],
  }
}

/** A program that imports modules, by its format. */
const programs = {
  module: (paths) => `await Promise.all([${paths.map((path) => `import('${path}')`).join()}])`,
  commonjs: (paths) => paths.map((path) => `require('${path}')`).join(';'),
}

/** The milliseconds of an import in a process of its own, whose start is left out. */
const importTime = (format, paths) => () => {
  const program = `const start = performance.now(); ${programs[format](paths)}; console.log(performance.now() - start)`
  const { stdout, stderr } = spawnSync(process.execPath, [`--input-type=${format}`, '--eval', program], { cwd: root })
  assert.equal(String(stderr), '')
  return Number(stdout)
}

const imports = (format, own) => ({
  suite: `start: import, ${format === 'module' ? 'ES modules' : 'CommonJS'}`,
  unit: 'ms',
  reference: 'its peers alone',
  rounds: 9,
  warmUp: 1,
  candidates: Object.entries({
    'its peers alone': own,
    rxbank: ['rxbank'],
    'rxbank, rxbank/node': ['rxbank', 'rxbank/node'],
    'rxbank, rxbank/undici': ['rxbank', 'rxbank/undici'],
  }).map(([name, paths]) => ({ name, sample: importTime(format, paths) })),
})

/** The milliseconds of a whole process, from its start to its end. */
const processTime = (args) => () => {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root })
  assert.deepEqual([status, String(stderr)], [0, ''])
  return performance.now() - start
}

const moduleProgram = (paths) => ['--input-type=module', '--eval', programs.module(paths)]

const processes = (own) => ({
  suite: 'start: a process, from its start to its end',
  unit: 'ms',
  reference: 'node alone',
  rounds: 15,
  warmUp: 1,
  candidates: Object.entries({
    'node alone': moduleProgram([]),
    'import of its peers': moduleProgram(own),
    'import of rxbank': moduleProgram(['rxbank']),
    'rxbank --help': [bin.rxbank, '--help'],
  }).map(([name, args]) => ({ name, sample: processTime(args) })),
})

/** What apps take: a name, what it exports, and where it runs. */
const apps = [
  ['createClient', "export { createClient } from 'rxbank'", 'browser'],
  ['createGatewayClient', "export { createGatewayClient } from 'rxbank'", 'browser'],
  ['createClient, on Node', "export { createClient } from 'rxbank'", 'node'],
]

const forBrowsers = ['angular', 'bridge', 'codec', 'electron', 'opentelemetry', 'tape', 'transfers']

/** The entry points beside that of the package itself. */
const entries = Object.keys(exports).flatMap((path) => /^\.\/(\w+)$/.exec(path)?.slice(1) ?? [])

const wholes = ['', ...entries.map((entry) => `/${entry}`)].map((entry) => [
  `all of rxbank${entry}`,
  `export * from 'rxbank${entry}'`,
  forBrowsers.includes(entry.slice(1)) ? 'browser' : 'node',
])

/** Whose files an entry point takes besides its own and those of codecs. */
const needs = { fleet: ['node', 'postgres'], node: ['tape'], postgres: ['node'] }

/** Whether an entry point has a file that only another one needs; `rxbank` has the client, and Angular's makes one. */
const isForeign = (name) => {
  const own = name.replace(/.*\W/, '')
  const others = entries.filter((entry) => ![own, 'codec', ...(needs[own] ?? [])].includes(entry))
  const client = ['rxbank', 'angular'].includes(own) ? [] : ['/client/createClient.', '/transport/crossFetch.']
  return (file) => others.includes(file.split('/')[2]) || client.some((part) => file.includes(part))
}

const measured = async ([name, contents, platform]) => ({ name, ...(await bundle(contents, platform)) })

/** spec/browser/bundles.mjs says how large they may be. */
const sizes = {
  suite: 'start: minified bundle without peers',
  unit: 'kB gzip',
  measure: async () =>
    (await Promise.all([...apps, ...wholes].map(measured))).map(({ name, kilobytes }) => ({ name, value: kilobytes })),
}

const shaking = {
  suite: 'start: what an entry point has of another',
  unit: 'files',
  measure: async () =>
    (await Promise.all(wholes.map(measured))).map(({ name, files }) => ({
      name,
      value: files.filter(isForeign(name)).length,
    })),
  bars: wholes.map(([name]) => ({ name, of: 'value', most: 0 })),
}

export const comparisons = async () => {
  const { imports: taken } = await bundle("export * from 'rxbank'", 'node')
  const own = taken.filter((path) => peers.some((peer) => path === peer || path.startsWith(`${peer}/`)))
  return [processes(own), imports('module', own), imports('commonjs', own), sizes, shaking]
}
