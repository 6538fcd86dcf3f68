import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const run = (project, command, args, environment = {}) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', ...environment }
    execFile(join(project, 'node_modules/.bin', command), args, { cwd: project, env }, (error, stdout, stderr) =>
      error === null ? resolve(stdout + stderr) : reject(new Error(stdout + stderr)),
    )
  })

/**
 * Builds the page for users and for development, where React's strict mode runs effects twice. Checks the types, and compiles
 * the server.
 */
export const buildApp = async (project) => {
  const developed = ['build', '--mode', 'development', '--outDir', 'dist/developed', '--sourcemap']
  const [output] = await Promise.all([
    run(project, 'vite', ['build']),
    run(project, 'vite', developed, { NODE_ENV: 'development' }),
    run(project, 'tsc', ['--project', 'tsconfig.json']),
    run(project, 'tsc', ['--project', 'tsconfig.server.json']),
  ])

  const textsOf = (folder) =>
    readdirSync(join(project, folder, 'assets')).map((name) => ({
      name,
      text: readFileSync(join(project, folder, 'assets', name), 'utf8'),
    }))
  const assets = textsOf('dist/app')
  const { sources } = JSON.parse(textsOf('dist/developed').find(({ name }) => name.endsWith('.js.map')).text)
  const zipped = (ending) =>
    assets
      .filter(({ name }) => name.endsWith(ending))
      .reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0)
  return {
    output,
    texts: [...assets.map(({ text }) => text), readFileSync(join(project, 'dist/app/index.html'), 'utf8')],
    /** The files of the library in the bundle. */
    library: sources
      .filter((file) => file.includes('node_modules/rxbank/'))
      .map((file) => file.replace(/.*node_modules\/rxbank\//, '')),
    /** The bytes of scripts and styles after gzip. */
    sizes: { script: zipped('.js'), style: zipped('.css') },
  }
}
