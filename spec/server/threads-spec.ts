import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StoreProcesses, storeProcesses } from './storeProcess.js'

describe('fileCheckpointStore, from several threads of a process', () => {
  let processes: StoreProcesses
  let directory: string
  let file: string

  beforeEach(() => {
    processes = storeProcesses()
    directory = mkdtempSync(join(tmpdir(), 'rxbank-threads-'))
    file = join(directory, 'checkpoints.json')
  })

  afterEach(() => {
    processes.stop()
    rmSync(directory, { recursive: true })
  })

  it('is refused while another thread uses the file', async () => {
    const [first, second] = [processes.startThread([file, 'stocks', 1]), processes.startThread([file, 'stocks', 10])]
    first.ask()
    expect(await first.said()).toEqual({ saved: 1 })
    second.ask()
    expect(await second.said()).toMatchObject({
      reason: 'locked',
      message: expect.stringContaining(': another thread of this process uses it; '),
    })
    first.ask()
    expect(await first.said()).toEqual({ saved: 2 })
    await Promise.all([first.worker.terminate(), second.worker.terminate()])
  })

  it('takes over from a thread that was terminated', async () => {
    const first = processes.startThread([file, 'stocks', 1])
    first.ask()
    expect(await first.said()).toEqual({ saved: 1 })
    await first.worker.terminate()
    const second = processes.startThread([file, 'stocks', 10])
    second.ask()
    expect(await second.said()).toEqual({ saved: 10 })
    await second.worker.terminate()
  })
})
