// Rolls up the declarations of dist/types/: a file for each entry point, and one for each part that several of them share.
import { dts } from 'rollup-plugin-dts'
import { entryPoints, paths } from './entryPoints.js'

const declarations = (ending) => ({
  dir: 'dist/types',
  entryFileNames: `[name].${ending}`,
  chunkFileNames: `shared/[name].${ending}`,
})

export default {
  input: Object.fromEntries(entryPoints.map(({ file, source }) => [file, source])),
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !(id in paths) && !id.startsWith('lib/'),
  plugins: [dts({ tsconfig: '.config/tsconfig.build.json' })],
  output: [declarations('d.ts'), declarations('d.cts')],
}
