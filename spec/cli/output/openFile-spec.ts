import { type EventEmitter, once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { openFile } from '../../../lib/cli/output/openFile.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'

const opened = (path: string) =>
  new Promise<{ readonly file: FileHandle; readonly close: () => void }>((resolve, reject) => {
    const subscription = openFile(path, 'w').subscribe({
      next: (file) => resolve({ file, close: () => subscription.unsubscribe() }),
      error: reject,
    })
  })

describe('openFile', () => {
  const path = temporaryFolder()

  it('stays open until unsubscribed', async () => {
    const { file, close } = await opened(path('out'))
    await file.appendFile('1')
    const closed = once(file as unknown as EventEmitter, 'close')
    close()
    await closed
    expect(file.fd).toBe(-1)
  })

  it('closes when what is being written is written, however much it is', async () => {
    const size = 8 * 1024 * 1024
    const { file, close } = await opened(path('out'))
    const written = file.appendFile('x'.repeat(size))
    close()
    await written
    expect(statSync(path('out')).size).toBe(size)
  })

  it('calls a file in errors as it is told', () => {
    writeFileSync(path('file'), '')
    const failure = new Promise((_resolve, reject) => {
      openFile(path('file'), 'wx', 'the list').subscribe({ error: reject })
    })
    return expect(failure).rejects.toThrow('the list cannot be written: EEXIST')
  })
})
