// node spec/openapi/run.mjs <project>: what `rxbank openapi` writes for each profile is accepted by the linter of Redocly and
// served by the mock server Prism, whose answers the rxbank that is installed in the project reads. It installs both tools
// into a folder of their own. Each case prints a line, as in TAP.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const project = resolve(process.argv[2] ?? '.')
const { resolve: pathOf } = createRequire(join(project, 'package.json'))
const load = (name) => import(pathToFileURL(pathOf(name)))
const [{ createClient, defaultProfile }, bridge, { lastValueFrom, timeout, toArray, catchError }] = await Promise.all(
  ['rxbank', 'rxbank/bridge', 'rxjs'].map(load),
)
const isProfile = (value) => typeof value?.paths === 'object' && typeof value.name === 'string'
const profiles = [defaultProfile, ...Object.values(bridge).filter(isProfile)]

const folder = mkdtempSync(join(tmpdir(), 'rxbank-openapi-'))
const linter = join(folder, 'node_modules/.bin/redocly')
const fileOf = ({ name }) => join(folder, `${name}.json`)
const run = (command, args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}\n${stdout}${stderr}`)
  return stdout
}

const check = async (name, task) => {
  try {
    await task()
    console.log(`ok - ${name}`)
  } catch (error) {
    console.log(`not ok - ${name}`)
    console.log(String(error.message ?? error).replace(/^/gm, '  # '))
    process.exitCode = 1
  }
}

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

/** Serves a document while a task runs with its address. */
const mocked = async (file, task) => {
  const port = await freePort()
  const prism = join(folder, 'node_modules/.bin/prism')
  const child = spawn(prism, ['mock', '--port', String(port), '--host', '127.0.0.1', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    for await (const line of createInterface(child.stdout)) if (line.includes('is listening')) break
    child.stdout.resume()
    await task(`http://127.0.0.1:${port}`)
  } finally {
    child.kill()
  }
}

const readAll = (name, rows$) =>
  check(name, async () => {
    const rows = await lastValueFrom(
      rows$.pipe(
        timeout(20_000),
        toArray(),
        catchError((error) => {
          throw new Error(`${error._tag}: ${error.message}`)
        }),
      ),
    )
    if (rows.length === 0) throw new Error('it has no rows')
  })

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent']
  run('npm', ['install', '--prefix', folder, ...quiet, '@redocly/cli@2', '@stoplight/prism-cli@5'])
  for (const profile of profiles)
    await check(`${profile.name} is written`, () =>
      run(join(project, 'node_modules/.bin/rxbank'), [
        'openapi',
        '--profile',
        profile.name,
        '--output',
        fileOf(profile),
      ]),
    )
  // One run tells that all are good; where it does not, each has its own to say what is wrong with it.
  const areAccepted = spawnSync(linter, ['lint', ...profiles.map(fileOf)]).status === 0
  for (const profile of profiles) {
    const { name } = profile
    const file = fileOf(profile)
    await check(`${name} is accepted by a linter`, () => areAccepted || run(linter, ['lint', file]))
    await mocked(file, async (baseUrl) => {
      const client = createClient({ profile, baseUrl, clientId: 'id', clientSecret: 'secret' })
      const isEarlier = (profile.serviceVersion ?? '2021-06-01') < '2021-06-01'
      const user = client.user(isEarlier ? { email: 'a@bank.example', password: 'p' } : { externalUserId: 'A6J' })
      for (const list of ['banks', 'categories', 'users'])
        if (profile.paths[list] !== null)
          await readAll(`${name}: the client reads ${list} of a mock server`, client[list].all())
      for (const list of ['items', 'accounts', 'transactions', 'stocks'])
        if (profile.paths[list] !== null)
          await readAll(`${name}: the client reads ${list} of a mock server`, user[list].all())
      await readAll(
        `${name}: the client reads what changed, of a mock server`,
        user.transactions.updated({ since: new Date(0) }).all(),
      )
    })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log('# end')
process.exit()
