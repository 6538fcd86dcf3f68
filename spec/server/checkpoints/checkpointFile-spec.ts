import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { replaceFile } from '../../../lib/server/checkpoints/checkpointFile.js'

jest.mock('node:fs/promises', () => {
  const actual = jest.requireActual<typeof promises>('node:fs/promises')
  return { ...actual, open: jest.fn(), rename: jest.fn(), rm: jest.fn(actual.rm) }
})

const actual = jest.requireActual<typeof promises>('node:fs/promises')

describe('replaceFile', () => {
  let directory: string
  let file: string
  let log: Array<string>

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'rxbank-replace-'))
    file = join(directory, 'kept')
    log = []
    writeFileSync(file, 'old')
    jest.mocked(promises.open).mockImplementation(async (path, ...rest) => {
      const handle = await actual.open(path, ...rest)
      const sync = handle.sync.bind(handle)
      handle.sync = () => {
        log.push(`sync ${basename(String(path))}: ${path === directory ? '' : readFileSync(String(path), 'utf8')}`)
        return sync()
      }
      return handle
    })
    jest.mocked(promises.rename).mockImplementation((from, to) => {
      log.push(`rename ${basename(String(from))} to ${basename(String(to))}`)
      return actual.rename(from, to)
    })
  })

  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  it('has the text on the disk before its name, and its name before it is done', async () => {
    await replaceFile(file, 'new')
    expect(readFileSync(file, 'utf8')).toBe('new')
    expect(log).toEqual(['sync kept.tmp: new', 'rename kept.tmp to kept', `sync ${basename(directory)}: `])
  })

  it('keeps the old text when the disk refuses the new one', async () => {
    jest.mocked(promises.open).mockImplementationOnce(async (...args) => {
      const handle = await actual.open(...args)
      handle.sync = () => Promise.reject(new Error('EIO'))
      return handle
    })
    await expect(replaceFile(file, 'new')).rejects.toThrow('EIO')
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(directory)).toEqual(['kept'])
  })

  it('follows no link that is put in its way at the last moment', async () => {
    const other = join(directory, 'other')
    jest.mocked(promises.rm).mockImplementationOnce(async (...args) => {
      await actual.rm(...args)
      symlinkSync(other, `${file}.tmp`)
    })
    await expect(replaceFile(file, 'new')).rejects.toMatchObject({ code: 'EEXIST' })
    expect(existsSync(other)).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe('old')
  })
})
