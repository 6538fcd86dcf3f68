import { readdirSync } from 'node:fs'
import { nodeProcess } from '../../helpers/nodeProcess.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'

describe('sharedCheckpointFile, at the end of the process', () => {
  const path = temporaryFolder()

  it('removes every lock that can be removed, and fails for none', async () => {
    const { code, stderr } = await nodeProcess(
      `
        import fs from 'node:fs'
        import { join } from 'node:path'
        import { merge } from 'rxjs'
        import { fileCheckpointStore } from '../lib/node.js'

        const { rmSync } = fs
        const load = (name: string) => fileCheckpointStore(join(process.env.FOLDER ?? '', name)).load('stocks')
        merge(...['first', 'fast', 'last'].map(load)).subscribe({
          complete: () => {
            fs.rmSync = (file, options) => {
              if (String(file).includes('fast')) throw Object.assign(new Error('read-only'), { code: 'EROFS' })
              rmSync(file, options)
            }
            process.exitCode = 3
          },
        })
      `,
      { FOLDER: path() },
    )
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
    expect(readdirSync(path())).toEqual(['fast.lock'])
  })
})
