// node spec/platforms/run.mjs <rxbank.tgz> [platform ...]: makes an app for each platform of docs/guides/frameworks.md, with the
// files of the guide and the packages of the registry, and runs it against a sandbox. Prints a line of TAP for each, and its
// minutes and lines.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { firstValueFrom, shareReplay } from 'rxjs'
import { check } from '../package/check.cjs'
import { run, stopAll } from './processes.mjs'
import { readRecipe } from './recipe.mjs'

const [tarball, ...only] = process.argv.slice(2)
const all = ['next', 'workers', 'deno', 'bun', 'nest', 'lambda', 'expo']
const versions = JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8'))
const scratch = mkdtempSync(join(tmpdir(), 'platforms-'))

const write = (folder, path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Installs the package with its peers, and what the recipe names, in the releases that are tested. */
const install = (folder, packages) => {
  const withVersions = packages.map((name) => {
    if (versions[name] === undefined) throw new Error(`versions.json names no release of ${name}`)
    return `${name}@${versions[name]}`
  })
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  return run(folder, ['npm', 'install', ...options, resolve(tarball), 'rxjs', 'fp-ts', 'io-ts', ...withVersions])
}

const test = async (name) => {
  const { heading, files = {}, packages = [], verify } = await import(`./${name}.mjs`)
  const began = performance.now()
  const recipe = readRecipe(heading)
  const folder = join(scratch, name)
  write(folder, 'package.json', '{ "private": true, "type": "module" }\n')
  for (const [path, text] of [...Object.entries(files), ...recipe.files]) write(folder, path, text)
  await install(folder, [...recipe.packages, ...packages])
  const sandbox = createSandbox({ profile: bridge2025 })
  const baseUrl$ = sandbox.listen().pipe(shareReplay(1))
  const listening = baseUrl$.subscribe()
  try {
    const { clientId, clientSecret } = sandbox.credentials
    const env = {
      RXBANK_CLIENT_ID: clientId,
      RXBANK_CLIENT_SECRET: clientSecret,
      RXBANK_BASE_URL: await firstValueFrom(baseUrl$),
    }
    await verify({ folder, env, sandbox, write: (path, text) => write(folder, path, text) })
  } finally {
    stopAll()
    listening.unsubscribe()
    sandbox.close()
  }
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(`# ${heading}: ${minutes} minutes, ${recipe.lines} lines`)
}

try {
  for (const name of only.length > 0 ? only : all) await check(`the recipe of ${name} works`, () => test(name))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log('# end')
// Platforms leave processes of their own behind, whose pipes would keep this one.
process.exit()
