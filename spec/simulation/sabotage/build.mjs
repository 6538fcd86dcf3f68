import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { edited, filesOfMarkers } from './markers.mjs'
import { switched } from './switched.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
export const scratch = `${root}node_modules/.cache/rxbank/sabotage-${process.pid}`

/** The file of each marker, read once. */
let files

const fileOf = async (marker) => {
  const file = (await (files ??= filesOfMarkers(root))).get(marker)
  if (file !== undefined) return file
  throw new Error(`no file in lib/ has the comment "// #sabotage: ${marker}", which says what to break`)
}

/** What sabotages want of each file: by marker, the edit of each by its name; and the imports that these need. */
const wishes = async (sabotages) => {
  const files = new Map()
  for (const { name, edits, imports, loads } of sabotages)
    for (const [marker, edit] of Object.entries(edits)) {
      const file = await fileOf(marker)
      const { markers, lines } = files.get(file) ?? { markers: {}, lines: new Set() }
      markers[marker] = [...(markers[marker] ?? []), { name, edit, loads }]
      if (imports !== undefined) lines.add(imports)
      files.set(file, { markers, lines })
    }
  return files
}

/** The sources that sabotages edit, each with all of them in it; a life is that of the one that is on. */
const sabotagedSources = async (sabotages) => {
  const sources = new Map()
  for (const [file, { markers, lines }] of await wishes(sabotages)) {
    const edits = Object.entries(markers).map(([marker, variants]) => [marker, switched(variants)])
    const source = edited(file, await readFile(`${root}${file}`, 'utf8'), Object.fromEntries(edits))
    sources.set(file, `${source}${Array.from(lines).join('\n')}\n`)
  }
  return sources
}

const patched = (sources) => ({
  name: 'sabotage',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]lib[\\/].*\.ts$/ }, ({ path }) => {
      const contents = sources.get(relative(root, path).replaceAll('\\', '/'))
      return contents === undefined ? undefined : { contents, loader: 'ts' }
    })
  },
})

/** Bundles the simulation with a client that has all sabotages in it, none of them on; answers the bundle's path. */
export const bundle = async (sabotages) => {
  const outfile = `${scratch}/simulation.cjs`
  const sources = await sabotagedSources(sabotages)
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['spec/simulation/run/runShard.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    alias: {
      '#lib': `${root}lib`,
      'fp-ts/lib': `${root}node_modules/fp-ts/es6`,
      'io-ts': `${root}node_modules/io-ts/es6/index.js`,
      rxjs: `${root}node_modules/rxjs/dist/esm/index.js`,
    },
    // It is native.
    external: ['@photostructure/sqlite'],
    metafile: true,
    logLevel: 'silent',
    plugins: [patched(sources)],
  })
  for (const file of sources.keys())
    if (metafile.inputs[file] === undefined) throw new Error(`the simulation does not use ${file}`)
  return outfile
}

/** Throws where a sabotage cannot be made, or a marker in `lib/` is of none. */
export const checkSabotages = async (sabotages) => {
  for (const sabotage of sabotages) {
    const { name } = sabotage
    try {
      for (const source of (await sabotagedSources([sabotage])).values()) await transform(source, { loader: 'ts' })
    } catch (cause) {
      throw new Error(`${name}: ${cause.message}`, { cause })
    }
  }
  const used = new Set(sabotages.flatMap(({ edits }) => Object.keys(edits)))
  for (const [marker, file] of await (files ??= filesOfMarkers(root)))
    if (!used.has(marker)) throw new Error(`${file}: no sabotage is of the marker "${marker}"`)
}
