// Builds dist/: the main process, whose packages stay in node_modules; the preload script as one CommonJS file, which is
// what a sandbox loads; and the page with its script. With --development the page has a button that opens the inspector.
import { cpSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

rmSync('dist', { recursive: true, force: true })

const common = { bundle: true, target: 'es2022', logLevel: 'warning' }

await build({
  ...common,
  entryPoints: ['src/main.ts', 'src/bank.ts'],
  outdir: 'dist',
  format: 'esm',
  platform: 'node',
  packages: 'external',
  splitting: true,
})
await build({
  ...common,
  entryPoints: ['src/preload.ts'],
  outfile: 'dist/preload.cjs',
  format: 'cjs',
  platform: 'node',
  external: ['electron'],
})
await build({
  ...common,
  entryPoints: ['src/page/page.ts'],
  outfile: 'dist/page/page.js',
  format: 'esm',
  platform: 'browser',
  define: { DEVELOPMENT: String(process.argv.includes('--development')) },
  minify: true,
})
for (const file of ['index.html', 'style.css']) cpSync(`src/page/${file}`, `dist/page/${file}`)
