// Rolls up the declarations of dist/types/: a file for each entry point, and one for each part that several of them share.
// Those for ES modules re-export those for CommonJS, so that both have the same types.
import { basename } from 'node:path'
import { dts } from 'rollup-plugin-dts'
import { entryPoints, entryPointsIn, paths } from './entryPoints.js'

const forCommonJs = new Set(entryPointsIn('cjs').map(({ file }) => file))

const forEsModules = {
  name: 'declarations for ES modules',
  generateBundle() {
    for (const file of forCommonJs)
      this.emitFile({ type: 'asset', fileName: `${file}.d.ts`, source: `export * from './${basename(file)}.cjs'\n` })
  },
}

export default {
  input: Object.fromEntries(entryPoints.map(({ file, source }) => [file, source])),
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !(id in paths) && !id.startsWith('lib/'),
  plugins: [dts({ tsconfig: '.config/tsconfig.build.json' }), forEsModules],
  output: {
    dir: 'dist/types',
    // What imports ES modules only, as Angular's are, has no form for CommonJS.
    entryFileNames: ({ name }) => `[name].d.${forCommonJs.has(name) ? 'cts' : 'ts'}`,
    chunkFileNames: 'shared/[name].d.cts',
  },
}
