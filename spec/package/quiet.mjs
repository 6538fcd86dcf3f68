// quiet.mjs PROJECT NODE…: that programs with the rxbank installed in a project print no warning under the named Nodes,
// bundled or not, and not even a deprecation ends them.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { check } from './check.cjs'

const run = promisify(execFile)

const [project, ...nodes] = process.argv.slice(2)

const readOverHttp = (imports, options) => `
  import { createClient, documentedProfile } from 'rxbank'
  import { createSandbox } from 'rxbank/sandbox'
  import { firstValueFrom } from 'rxjs'
  ${imports}
  const sandbox = createSandbox({ profile: documentedProfile, transactions: 3 })
  const server = sandbox.listen(0).subscribe((baseUrl) => {
    const client = createClient({ profile: documentedProfile, baseUrl, ...sandbox.credentials, ${options} })
    const user = client.user({ externalUserId: 'A6J' })
    firstValueFrom(user.transactions.pages()).then(({ resources }) => {
      console.log(resources.length)
      server.unsubscribe()
      ${options && 'void http.close?.()'}
    })
  })`

/** What each prints is the number of transactions. */
const programs = {
  'the default transport': readOverHttp('', ''),
  'rxbank/undici': readOverHttp(
    "import { undiciTransport } from 'rxbank/undici'\nconst http = undiciTransport()",
    'http',
  ),
  'sandbox.http': `
    import { createClient, documentedProfile } from 'rxbank'
    import { createSandbox } from 'rxbank/sandbox'
    import { firstValueFrom } from 'rxjs'
    const { credentials, http } = createSandbox({ profile: documentedProfile, transactions: 3 })
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
    const { transactions } = client.user({ externalUserId: 'A6J' })
    firstValueFrom(transactions.pages()).then(({ resources }) => console.log(resources.length))`,
}

/** How each is laid out; undici is CommonJS, which esbuild does not put into ES modules for Node. */
const layouts = {
  'a bundle of ES modules': { format: 'esm', external: ['undici'] },
  'a CommonJS bundle': { format: 'cjs' },
  'ES modules': { format: 'esm', packages: 'external' },
  CommonJS: { format: 'cjs', packages: 'external' },
}

const cases = Object.entries(programs).flatMap(([program, contents]) =>
  Object.entries(layouts).map(([layout, options]) => ({ title: `${program}, ${layout}`, contents, options })),
)

const files = await Promise.all(
  cases.map(async ({ contents, options }, number) => {
    const outfile = join(project, `quiet${number}.${options.format === 'esm' ? 'mjs' : 'cjs'}`)
    const stdin = { contents, resolveDir: project }
    await build({ ...options, stdin, outfile, bundle: true, platform: 'node', logLevel: 'warning' })
    return outfile
  }),
)

for (const node of nodes) {
  const { stdout: version } = await run(node, ['--version'])
  for (const [number, { title }] of cases.entries())
    await check(`${version.trim()} is quiet: ${title}`, async () => {
      const flags = ['--throw-deprecation', '--pending-deprecation']
      const printed = await run(node, [...flags, files[number]], { cwd: project })
      assert.deepEqual(printed, { stdout: '3\n', stderr: '' })
    })
}
console.log('# end')
