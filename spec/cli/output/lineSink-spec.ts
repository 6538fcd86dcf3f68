import { readFileSync, statSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { concat, defer, EMPTY, lastValueFrom } from 'rxjs'
import { fileSink, type LineSink, lineSink } from '../../../lib/cli/output/lineSink.js'
import { useWhileOpen } from '../../../lib/cli/output/openFile.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'

const write = (path: string, append: boolean, work: (sink: LineSink) => ReturnType<LineSink['write']>) =>
  lastValueFrom(useWhileOpen(lineSink(path, { append }), work), { defaultValue: 'done' })

describe('lineSink', () => {
  const path = temporaryFolder()

  it('begins a file anew, for its owner alone', async () => {
    writeFileSync(path('old'), 'old\n')
    await write(path('old'), false, (sink) => sink.write(['new']))
    expect(readFileSync(path('old'), 'utf8')).toBe('new\n')
    await write(path('made'), false, (sink) => sink.write([]))
    expect(statSync(path('made')).mode & 0o777).toBe(0o600)
  })

  it('adds to a file', async () => {
    writeFileSync(path('log'), '1\n')
    await write(path('log'), true, (sink) => concat(sink.write(['2', '3']), sink.write(['é'])))
    expect(readFileSync(path('log'), 'utf8')).toBe('1\n2\n3\né\n')
  })

  it('completes when the disk has what was written', async () => {
    const log: Array<string> = []
    const file = {
      appendFile: (text: string) => Promise.resolve(log.push(text)),
      datasync: () => Promise.resolve(log.push('on disk')),
    }
    await lastValueFrom(fileSink('log', file as unknown as FileHandle).write(['1', '2']), { defaultValue: undefined })
    expect(log).toStrictEqual(['1\n2\n', 'on disk'])
  })

  it('has written when it completes', async () => {
    const seen: Array<string> = []
    await write(path('seen'), false, (sink) =>
      concat(
        sink.write(['1']),
        defer(() => {
          seen.push(readFileSync(path('seen'), 'utf8'))
          return EMPTY
        }),
      ),
    )
    expect(seen).toStrictEqual(['1\n'])
  })

  it.each([
    ['a directory', '.', 'it is a directory'],
    ['a missing folder', 'no/such', 'there is no such file or directory'],
  ])('says what is wrong with %s', async (_what, name, reason) => {
    await expect(write(path(name), true, (sink) => sink.write(['1']))).rejects.toThrow(
      `${path(name)} cannot be written: ${reason}`,
    )
  })

  it('says that the disk is full', async () => {
    const full = write('/dev/full', true, (sink) => sink.write(['1']))
    await expect(full).rejects.toMatchObject({ message: '/dev/full cannot be written: the disk is full', exitCode: 1 })
  })

  it('takes a device that has no disk', async () => {
    await expect(write('/dev/null', false, (sink) => sink.write(['1']))).resolves.toBe('done')
  })
})
