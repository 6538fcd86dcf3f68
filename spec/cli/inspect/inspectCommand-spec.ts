import { once } from 'node:events'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { firstValueFrom } from 'rxjs'
import { followEvents } from '../../../lib/adapters/devtools/page/followEvents.js'
import { systemClock } from '../../../lib/index.js'
import { type TapeEntry, tapeLine } from '../../../lib/tape.js'
import { asTerminal, serviceCommand } from '../../helpers/serviceCommand.js'

const entry = (number: number, url: string): TapeEntry => ({
  tape: 1,
  number,
  time: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
  duration: 80,
  request: { method: 'GET', url },
  response: { status: 200, headers: {}, json: { resources: [], pagination: { next_uri: '/v2/banks?after=x' } } },
})

describe('rxbank inspect', () => {
  const { path, run, start } = serviceCommand()
  let tape: string

  beforeEach(() => {
    tape = path('bank.tape')
    const urls = ['/v2/banks', '/v2/banks?after=x', '/v3/aggregation/stocks']
    writeFileSync(tape, urls.map((url, index) => tapeLine(entry(index + 1, url))).join(''))
  })

  const keyOf = async (address: string): Promise<string> => {
    const { origin, hash } = new URL(address)
    const init = { method: 'POST', headers: { authorization: `Bearer ${hash.slice(1)}` } }
    return ((await (await fetch(`${origin}/session`, init)).json()) as { readonly key: string }).key
  }

  it('serves a tape until Ctrl-C, and prints an address for each page', async () => {
    const running = start(['inspect', '--tape', tape])
    const first = JSON.parse(await running.line()) as { readonly address: string; readonly requests: number }
    expect(first).toMatchObject({ type: 'Address', requests: 3, time: expect.any(String) })
    const key = await keyOf(first.address)
    const second = JSON.parse(await running.line()) as { readonly address: string }
    expect(second.address).not.toBe(first.address)
    const { origin } = new URL(first.address)
    const events = followEvents({ key, clock: systemClock, fetch: (to, init) => fetch(`${origin}${to}`, init) })
    const inspection = await firstValueFrom(events)
    expect(inspection?.requests.map(({ operation, cause }) => [operation, cause])).toStrictEqual([
      ['banks.list', { _tag: 'Unknown' }],
      ['banks.list', { _tag: 'NextPage', request: 1 }],
      ['stocks.list', { _tag: 'Unknown' }],
    ])
    running.child.kill('SIGINT')
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' })
    await expect(fetch(origin)).rejects.toThrow()
  })

  it('keeps so many requests as it is told to', async () => {
    const running = start(['inspect', '--tape', tape, '--history', '2'])
    expect(JSON.parse(await running.line())).toMatchObject({ requests: 2 })
    running.child.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ code: 0 })
  })

  it('says on a terminal what it shows', async () => {
    const running = start(['inspect', '--tape', tape], asTerminal(60, 'stdout'))
    expect(await running.line()).toBe(' rxbank inspect  Ctrl-C to end')
    expect(await running.line()).toBe('')
    expect(await running.line()).toBe(` tape         ${tape}, 3 requests`)
    expect(await running.line()).toMatch(/^ open it {6}http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/)
    running.child.kill('SIGINT')
    expect((await running.ended).stdout).toMatch(/\n\n rxbank inspect ended\n$/)
  })

  it('says what is wrong with a tape', async () => {
    const reported = async (file: string): Promise<string> => {
      const { code, stdout, stderr } = await run(['inspect', '--tape', file])
      expect([code, stdout]).toStrictEqual([2, ''])
      return stderr
    }
    const missing = path('bnak.tape')
    expect(await reported(missing)).toBe(
      `error: ${missing}: expected a file that can be read; the system says ENOENT\n`,
    )
    mkdirSync(path('folder'))
    expect(await reported(path('folder'))).toContain('expected a file that can be read; it is a directory')
    appendFileSync(tape, tapeLine(entry(4, '/v2/items')).slice(0, 30))
    expect(await reported(tape)).toBe(
      `error: ${tape}, tape/4: expected a complete entry; the tape is cut off here, or this is not a tape\n`,
    )
    writeFileSync(tape, '{"tape":2}\n')
    expect(await reported(tape)).toMatch(/bank\.tape, tape\/1.*: expected tape format 1; update rxbank to read/)
  })

  it('says that a port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await run(['inspect', '--tape', tape, '--port', String(port)])
    server.close()
    expect(code).toBe(2)
    expect(stderr).toMatch(/^error: .*port: expected a free port, or 0 for any; the system says EADDRINUSE\n$/)
  })

  it.each([
    [['inspect'], /required option '--tape <file>' not specified/],
    [['inspect', '--tape', ''], /Expected the path of a file/],
    [['inspect', '--tape', 'x', '--port', '70000'], /Expected an integer, 0 to 65535/],
    [['inspect', '--tape', 'x', '--history', '0'], /Expected an integer, 1 to 10000/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await run(args)
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toMatch(message)
  })
})
