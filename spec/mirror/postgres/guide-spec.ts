import { readFileSync } from 'node:fs'
import { program } from '../../helpers/program.js'
import { startServer } from './server.js'

/** The program of the guide for PostgreSQL, with a sandbox and a pool to run it with. */
const contents = (port: number): string => {
  const guide = readFileSync('docs/guides/mirror.md', 'utf8')
  const [block = ''] = (guide.match(/```ts\n[^]*?```/g) ?? []).filter((text) => text.includes("'rxbank/postgres'"))
  const own = block
    .replace(/^```(ts)?$/gm, '')
    .replace("'rxbank/postgres'", "'../lib/postgres.js'")
    .replace("'rxbank'", "'../lib/index.js'")
  return `
    import assert from 'node:assert'
    import { createRequire } from 'node:module'
    import { createClient, documentedProfile } from '../lib/index.js'
    import { createSandbox } from '../lib/sandbox.js'
    ${own}
    const pg = createRequire(process.cwd() + '/package.json')('pg')
    const pool = new pg.Pool({ host: '127.0.0.1', port: ${String(port)}, user: 'postgres', database: 'postgres' })
    const { credentials, http, users: [{ externalUserId }] } = createSandbox({ profile: documentedProfile, transactions: 30 })
    round(pool, createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http }), externalUserId).subscribe({
      complete: async () => {
        const { rows } = await pool.query('SELECT count(*)::int AS rows FROM bank.transactions')
        console.log(JSON.stringify(rows))
        await pool.end()
      },
    })
  `
}

it('the guide on PostgreSQL does what it says', async () => {
  const server = await startServer()
  const guided = program(contents(server.port))
  const running = guided.start()
  expect(await running.line()).toBe('[{"rows":30}]')
  expect(await running.ended).toEqual([0, null])
  await server.remove()
})
