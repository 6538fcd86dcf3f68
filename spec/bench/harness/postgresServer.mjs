/** Starts a PostgreSQL of its own, as the specs do. */
import { build } from 'esbuild'

const outfile = 'node_modules/.cache/rxbank/postgresServer.mjs'

export const startPostgres = async () => {
  await build({
    entryPoints: ['spec/mirror/postgres/server.ts'],
    bundle: true,
    packages: 'external',
    format: 'esm',
    outfile,
    platform: 'node',
    target: 'node20',
  })
  const { startServer } = await import(new URL(`../../../${outfile}`, import.meta.url))
  return startServer()
}
