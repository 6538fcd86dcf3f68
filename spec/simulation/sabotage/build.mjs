import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))
export const scratch = `${root}node_modules/.cache/rxbank/sabotage-${process.pid}`

const once = (text, [from, to], { name, file }) => {
  const parts = text.split(from)
  if (parts.length === 2) return parts.join(to)
  throw new Error(`${name}: ${file} has ${parts.length - 1} times, instead of once:\n${from}`)
}

const patched = (sabotage) => ({
  name: 'sabotage',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]lib[\\/].*\.ts$/ }, async ({ path }) => {
      if (relative(root, path).replaceAll('\\', '/') !== sabotage.file) return undefined
      const source = await readFile(path, 'utf8')
      return { contents: sabotage.edits.reduce((text, edit) => once(text, edit, sabotage), source), loader: 'ts' }
    })
  },
})

/** Bundles the simulation with a sabotaged client, or with the client as it is; answers the bundle's path. */
export const bundle = async (id, sabotage) => {
  const outfile = `${scratch}/${id}.mjs`
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['spec/simulation/run/runShard.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    metafile: true,
    logLevel: 'silent',
    plugins: sabotage === undefined ? [] : [patched(sabotage)],
  })
  if (sabotage !== undefined && metafile.inputs[sabotage.file] === undefined)
    throw new Error(`${sabotage.name}: the simulation does not use ${sabotage.file}`)
  return outfile
}
