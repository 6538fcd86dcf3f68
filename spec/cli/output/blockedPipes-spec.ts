import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { countBlocked, isBlockedOnPipe } from '../../../lib/cli/output/blockedPipes.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { Running } from '../../helpers/commandLine.js'
import { serviceCommand } from '../../helpers/serviceCommand.js'

describe('countBlocked', () => {
  it('notes what is at work until it is done or has failed, and passes it on', async () => {
    let finish = (): void => undefined
    const first = countBlocked(new Promise<string>((resolve) => (finish = () => resolve('done'))))
    const second = countBlocked(Promise.reject(new Error('failed')))
    await expect(second).rejects.toThrow('failed')
    expect(isBlockedOnPipe()).toBe(true)
    finish()
    await expect(first).resolves.toBe('done')
    expect(isBlockedOnPipe()).toBe(false)
  })
})

/** Says on stderr that a file is about to be opened, before it waits for the other end. */
const announced = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
const { open } = fs.promises
fs.promises.open = (path, flags, ...rest) => {
  if (flags === 'a' || flags === 'w') fs.writeSync(2, 'opening')
  return open(path, flags, ...rest)
}
syncBuiltinESMExports()`

describe('a command that writes to a pipe', () => {
  const { path, start: startCommand } = serviceCommand({ profile: documentedProfile, transactions: 1200 })
  const children: Array<Running> = []
  const start: typeof startCommand = (...args) => {
    const running = startCommand(...args)
    children.push(running)
    return running
  }

  beforeEach(() => {
    execFileSync('mkfifo', [path('pipe')])
  })

  afterEach(() => {
    for (const { child } of children.splice(0)) child.kill('SIGKILL')
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends at %s though nobody opens it to read', async (signal) => {
    const options = `--import=data:text/javascript,${encodeURIComponent(announced)}`
    const { child, ended } = start(
      ['watch', 'transactions', '--quiet', '--output', path('pipe'), '--checkpoint', path('at.json')],
      {
        NODE_OPTIONS: options,
      },
    )
    await once(child.stderr as NodeJS.ReadableStream, 'data')
    child.kill(signal)
    expect(await ended).toMatchObject({ code: null, stderr: 'opening' })
    expect([child.signalCode, existsSync(path('at.json.lock'))]).toEqual([signal, false])
  })

  it('ends at Ctrl-C though its reader has stalled', async () => {
    const opening = open(path('pipe'), 'r')
    const { child, ended } = start(['pull', 'transactions', '--quiet', '--output', path('pipe')])
    const reader = await opening
    // A page is longer than what a pipe holds.
    await reader.read(Buffer.alloc(1))
    child.kill('SIGINT')
    await ended
    expect(child.signalCode).toBe('SIGINT')
    await reader.close()
  })
})
