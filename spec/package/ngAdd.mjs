// node spec/package/ngAdd.mjs EXAMPLE: runs `ng add rxbank` in workspaces that the Angular CLI of the example has made, with
// the package that is installed there. Each check prints a line, as in TAP.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { check } from './check.cjs'

const example = resolve(process.argv[2])
const folder = mkdtempSync(join(tmpdir(), 'rxbank-ng-add-'))
const env = { ...process.env, NG_CLI_ANALYTICS: 'false', NO_COLOR: '1' }

const run = (cwd, command, ...args) => {
  const bin = join(example, 'node_modules/.bin', command)
  const { status, stdout, stderr } = spawnSync(bin, args, { cwd, env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

const cli = createRequire(join(example, 'node_modules/@angular/cli/package.json'))
const { schema } = cli('@angular-devkit/core')
const { NodeWorkflow } = cli('@angular-devkit/schematics/tools')

/**
 * A workspace as `ng new` makes it, with the packages of the example. The command itself takes the folder of its own CLI
 * for the workspace that it is in.
 */
const workspaceOf = async (name, options = {}) => {
  const workflow = new NodeWorkflow(folder, {
    resolvePaths: [cli.resolve('@schematics/angular/package.json')],
    schemaValidation: true,
  })
  workflow.registry.addPostTransform(schema.transforms.addUndefinedDefaults)
  const { version } = cli('./package.json')
  const given = {
    name,
    version,
    minimal: true,
    createApplication: true,
    style: 'css',
    ssr: false,
    routing: true,
    skipGit: true,
    skipInstall: true,
    ...options,
  }
  await new Promise((complete, error) =>
    workflow
      .execute({ collection: '@schematics/angular', schematic: 'ng-new', options: given })
      .subscribe({ complete, error }),
  )
  const path = join(folder, name)
  symlinkSync(join(example, 'node_modules'), join(path, 'node_modules'))
  const read = (file) => readFileSync(join(path, file), 'utf8')
  return {
    path,
    read,
    json: (file) => JSON.parse(read(file)),
    write: (file, value) => writeFileSync(join(path, file), JSON.stringify(value)),
    add: (...more) => run(path, 'ng', 'add', 'rxbank', '--skip-confirmation', '--skip-install', ...more),
    files: () =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name: file }) => [join(parentPath, file), readFileSync(join(parentPath, file), 'utf8')])
        .sort(),
  }
}

try {
  const app = await workspaceOf('app')

  await check('ng add writes providers, a gateway and the way to it, and says so', () => {
    const { status, said } = app.add()
    assert.equal(status, 0, said)
    assert.equal(said.match(/^ *Added: /gm)?.length, 6)
    const config = app.read('src/app/app.config.ts')
    assert.match(config, /import \{ provideHttpClient \} from ["']@angular\/common\/http["']/)
    assert.match(config, /provideHttpClient\(\)/)
    assert.match(config, /provideRxBank\(\{ profile: bridge2025, gateway: '\/api\/bank' \}, withHttpClient\(\)\)/)
    assert.equal(app.json('angular.json').projects.app.architect.serve.options.proxyConfig, 'proxy.conf.json')
    const { scripts, dependencies } = app.json('package.json')
    assert.equal(scripts.gateway, 'node gateway.mjs')
    for (const name of ['fp-ts', 'io-ts']) assert.match(dependencies[name], /^\^2\./)
  })

  await check('the app compiles', () => {
    const { status, said } = run(app.path, 'ngc', '--project', 'tsconfig.app.json', '--noEmit')
    assert.equal(status, 0, said)
  })

  await check('a second time it changes nothing, and says so', () => {
    const before = app.files()
    const { status, said } = app.add()
    assert.equal(status, 0, said)
    assert.equal(said.match(/^ *Already present: /gm)?.length, 6)
    assert.doesNotMatch(said, /^ *(Added: |UPDATE|CREATE)/m)
    assert.deepEqual(app.files(), before)
  })

  await check('the gateway answers a client, on an address of this machine alone', async () => {
    const gateway = spawn('node', ['gateway.mjs'], { cwd: app.path, env: { ...env, PORT: '0' } })
    try {
      const [line] = await once(gateway.stdout, 'data')
      const [url] = /http:\/\/127\.0\.0\.1:\d+\/api\/bank/.exec(String(line))
      const { createGatewayClient } = createRequire(`${example}/`)('rxbank')
      const { bridge2025: profile } = createRequire(`${example}/`)('rxbank/bridge')
      const accounts = []
      for await (const { id } of createGatewayClient({ profile, gateway: url }).user().accounts.all()) accounts.push(id)
      assert.equal(accounts.length, 8)
    } finally {
      gateway.kill()
    }
  })

  await check(
    'an app with modules gets them too, of Angular 21 with withFetch, and its own proxy and packages stay',
    async () => {
      const other = await workspaceOf('other', { standalone: false })
      const settings = other.json('angular.json')
      settings.projects.other.architect.serve.options = { proxyConfig: 'src/proxy.json' }
      other.write('angular.json', settings)
      const manifest = other.json('package.json')
      Object.assign(manifest.dependencies, { '@angular/core': '^21.0.0', 'fp-ts': '^2.16.11' })
      other.write('package.json', manifest)
      const { status, said } = other.add()
      assert.equal(status, 0, said)
      const { 'fp-ts': given, 'io-ts': added } = other.json('package.json').dependencies
      assert.deepEqual([given, /^\^2\./.test(added)], ['^2.16.11', true])
      assert.match(said, /Add \{"\/api\/bank":\{"target":"http:\/\/127\.0\.0\.1:4300"\}\} to src\/proxy\.json\./)
      assert.equal(other.json('angular.json').projects.other.architect.serve.options.proxyConfig, 'src/proxy.json')
      const module = other.read('src/app/app-module.ts')
      assert.match(module, /provideHttpClient\(withFetch\(\)\)/)
      assert.match(module, /provideRxBank\(\{ profile: bridge2025, gateway: '\/api\/bank' \}, withHttpClient\(\)\)/)
    },
  )

  await check('an application that is not there is told, and nothing is written', () => {
    const before = app.files()
    const { status, said } = app.add('--project', 'nothing')
    assert.equal(status, 1)
    assert.match(said, /there is no application nothing/)
    assert.deepEqual(app.files(), before)
  })
} finally {
  rmSync(folder, { recursive: true })
}
console.log('# end')
