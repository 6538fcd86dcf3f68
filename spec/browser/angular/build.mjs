import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const run = (project, command, args) => {
  const { status, stdout, stderr } = spawnSync(join(project, 'node_modules/.bin', command), args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NG_CLI_ANALYTICS: 'false', NO_COLOR: '1' },
  })
  return { status, output: stdout + stderr }
}

/** Builds the app by its CLI as it is developed, in the place of the other. */
export const buildDeveloped = (project) => {
  const { status, output } = run(project, 'ng', ['build', '--configuration', 'development'])
  if (status !== 0) throw new Error(output)
}

/** Builds the app by its CLI, and its server by tsc: what they said, what is in the bundle, and its text. */
export const buildApp = (project) => {
  const app = run(project, 'ng', ['build', '--stats-json'])
  if (app.status !== 0) throw new Error(app.output)
  const server = run(project, 'tsc', ['--project', 'tsconfig.server.json'])
  if (server.status !== 0) throw new Error(server.output)
  const { outputs } = JSON.parse(readFileSync(join(project, 'dist/app/browser-stats.json'), 'utf8'))
  const folder = join(project, 'dist/app/browser')
  return {
    output: app.output,
    /** [file of the library, bytes that it takes in a file of the bundle] */
    library: Object.values(outputs)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .filter(([file, { bytesInOutput }]) => /node_modules\/rxbank\//.test(file) && bytesInOutput > 0)
      .map(([file, { bytesInOutput }]) => [file.replace(/.*node_modules\/rxbank\//, ''), bytesInOutput]),
    texts: readdirSync(folder)
      .filter((file) => /\.(js|html|css)$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  }
}

const taken = `
  export { injectRxBank, injectStream, provideRxBank, withHttpClient } from 'rxbank/angular'
  export { isClientError, parseBankFormCallback } from 'rxbank'
`

/** What the library adds to the app, in bytes after gzip: all that the app takes from it, peers and Angular left out. */
export const librarySize = async (project) => {
  const { outputFiles } = await build({
    stdin: { contents: taken, resolveDir: project },
    bundle: true,
    external: ['@angular/*', 'rxjs', 'fp-ts', 'io-ts'],
    format: 'esm',
    minify: true,
    platform: 'browser',
    tsconfigRaw: {},
    write: false,
  })
  return gzipSync(outputFiles[0].text, { level: 9 }).length
}
