import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { builtProgram } from '../../helpers/builtProgram.js'
import { httpServer } from '../../helpers/httpServer.js'
import { serviceOf, type Task } from '../../helpers/tokenProgram.js'
import { hour } from '../../helpers/tokens.js'

const limit = 120_000
let file = ''
const running = new Set<ChildProcess>()

/** What a process of its own wrote, warnings among it, and the code with which it ended, which it does by itself or never. */
const ended = (task: Task): Promise<ReadonlyArray<string>> => {
  const child = spawn(process.execPath, [file, JSON.stringify(task)], { stdio: 'pipe' })
  running.add(child)
  const written: Array<Buffer> = []
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => written.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      running.delete(child)
      const lines = Buffer.concat(written).toString().split('\n').slice(0, -1)
      resolve([...lines, `exit ${String(code)}`])
    })
  })
}

/** The same with its service in a server of this process, or in the program itself. */
const run = async (transport: string, task: Task): Promise<ReadonlyArray<string>> => {
  if (transport === 'synchronous') return ended(task)
  const answer = serviceOf(task)
  const server = await httpServer(({ url = '' }, response) => {
    const { status, headers, body } = answer(url)
    response.writeHead(status, headers).end(body)
  })
  try {
    return await ended({ ...task, baseUrl: server.url })
  } finally {
    await server.close()
  }
}

beforeAll(() => {
  const contents = "import { run } from './helpers/tokenProgram'; run(JSON.parse(process.argv[2]))"
  file = join(builtProgram({ stdin: { contents, resolveDir: join(process.cwd(), 'spec') } }), 'program.cjs')
}, limit)

// What should have ended by itself and did not.
afterEach(() => {
  for (const child of running) child.kill()
})

describe.each(['synchronous', 'asynchronous'])('token scenario 18: the end of a process, %s', (transport) => {
  const task = { keepAlive: false, failures: 0, life: 2 * hour }

  it(
    'ends by itself though somebody is subscribed to token$',
    async () => {
      expect(await run(transport, { ...task, act: 'watch' })).toEqual(['T1', 'exit 0'])
    },
    limit,
  )

  it(
    'says nothing of a token that lasts longer than a platform’s timers',
    async () => {
      expect(await run(transport, { ...task, life: 400 * 24 * hour, keepAlive: true, act: 'leave after one' })).toEqual(
        ['T1', 'exit 0'],
      )
    },
    limit,
  )

  it(
    'ends by itself between two attempts at a token',
    async () => {
      expect(await run(transport, { ...task, failures: 1000, act: 'watch' })).toEqual(['TokenFailed', 'exit 0'])
    },
    limit,
  )

  it(
    'ends by itself once the last has unsubscribed, though it was to be kept alive',
    async () => {
      expect(await run(transport, { ...task, keepAlive: true, act: 'leave after one' })).toEqual(['T1', 'exit 0'])
    },
    limit,
  )

  it(
    'is kept alive for the next token if that is wanted, and not if it is not',
    async () => {
      const short = { ...task, life: 3000, act: 'leave after two' as const }
      const [kept, left] = await Promise.all([
        run(transport, { ...short, keepAlive: true }),
        run(transport, { ...short, keepAlive: false }),
      ])
      expect(kept).toEqual(['T1', 'T2', 'exit 0'])
      expect(left).toEqual(['T1', 'exit 0'])
    },
    limit,
  )

  it(
    'stays between two attempts while a request waits for its token, and ends with it',
    async () => {
      expect(await run(transport, { ...task, failures: 2, act: 'ask' })).toEqual([
        'TokenFailed',
        'TokenFailed',
        'done',
        'exit 0',
      ])
    },
    limit,
  )
})
