import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { EMPTY, lastValueFrom, of, Subject, type Subscription, throwError, toArray } from 'rxjs'
import { createVirtualClock } from '../../lib/index.js'
import { readTape, writeTape } from '../../lib/node.js'
import { recordHttp, type TapeEntry } from '../../lib/tape.js'
import { httpRequest } from '../helpers/httpRequest.js'
import { hear } from '../helpers/profiles.js'
import { json } from '../helpers/responses.js'
import { temporaryFolder } from '../helpers/temporaryFolder.js'

const inFolder = temporaryFolder()

interface Written {
  readonly tape$: Subject<TapeEntry>
  readonly reported: ReadonlyArray<TapeEntry>
  readonly ask: () => void
  readonly writing: ReturnType<typeof hear<never>>
}

const written = (file: string): Written => {
  const tape$ = new Subject<TapeEntry>()
  const reported: Array<TapeEntry> = []
  const http = recordHttp(() => of(json({ resources: [{ id: 7, name: 'été' }] })), tape$, {
    clock: createVirtualClock(),
  })
  const writing = hear(tape$.pipe(writeTape(file)))
  tape$.subscribe((entry) => reported.push(entry))
  return { tape$, reported, ask: () => http(httpRequest()).subscribe(), writing }
}

const readAll = (file: string): Promise<ReadonlyArray<TapeEntry>> => lastValueFrom(readTape(file).pipe(toArray()))

const refusal = async (file: string): Promise<string> =>
  readAll(file).then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  )

describe('a tape in a file', () => {
  it('has each entry as soon as it is told, and is read back', async () => {
    const file = inFolder('bank.tape')
    const { tape$, reported, ask, writing } = written(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (let entries = 1; entries <= 3; entries++) {
      ask()
      expect(readFileSync(file, 'utf8').match(/\n/g)).toHaveLength(entries)
    }
    tape$.complete()
    expect(writing).toMatchObject({ values: [], isComplete: true })
    expect(await readAll(file)).toEqual(reported)
  })

  it('is made when somebody subscribes, where the path led when it was named', () => {
    const file = inFolder('bank.tape')
    const write = writeTape(file)
    expect(() => statSync(file)).toThrow('ENOENT')
    hear(EMPTY.pipe(write))
    expect(statSync(file).size).toBe(0)
  })

  it('is not written over, nor through a link', () => {
    const [file, link, target] = [inFolder('bank.tape'), inFolder('link.tape'), inFolder('target')]
    writeFileSync(file, 'other')
    symlinkSync(target, link)
    for (const path of [file, link]) {
      const { writing, ask } = written(path)
      ask()
      expect(writing.error).toMatchObject({
        _tag: 'ConfigError',
        message: 'wrong configuration: file: expected a new file that can be written; the system says EEXIST',
      })
    }
    expect(readFileSync(file, 'utf8')).toBe('other')
    expect(() => statSync(target)).toThrow('ENOENT')
  })

  it('is closed by what unsubscribes, and by an error of its source', () => {
    const open = (): number => readdirSync('/proc/self/fd').length
    const before = open()
    const { writing, ask } = written(inFolder('left.tape'))
    expect(open()).toBe(before + 1)
    writing.leave()
    ask()
    expect(readFileSync(inFolder('left.tape'), 'utf8')).toBe('')
    const failing = hear(throwError(() => 'over').pipe(writeTape(inFolder('failed.tape'))))
    expect(failing.error).toBe('over')
    expect(open()).toBe(before)
  })

  it('ends, and is closed, if the disk is full; requests continue', () => {
    const file = inFolder('bank.tape')
    const { tape$, ask, writing } = written(file)
    ask()
    const full = {
      toJSON: () => {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      },
    }
    tape$.next(full as never)
    expect(writing.error).toMatchObject({ message: expect.stringContaining('the system says ENOSPC') })
    ask()
    expect(readFileSync(file, 'utf8').match(/\n/g)).toHaveLength(1)
  })

  it('is read up to where it was cut off', async () => {
    const file = inFolder('bank.tape')
    const { tape$, reported, ask } = written(file)
    for (let i = 0; i < 3; i++) ask()
    tape$.complete()
    const text = readFileSync(file)
    const cut = inFolder('cut.tape')
    writeFileSync(cut, text.subarray(0, -20))
    const seen: Array<TapeEntry> = []
    const message = await new Promise((resolve) =>
      readTape(cut).subscribe({
        next: (entry) => seen.push(entry),
        error: ({ message: said }: Error) => resolve(said),
      }),
    )
    expect(seen).toEqual(reported.slice(0, 2))
    expect(message).toBe(
      'wrong configuration: tape/3: expected a complete entry; the tape is cut off here, or this is not a tape',
    )
  })

  it('is named if it cannot be read', async () => {
    expect(await refusal(inFolder('nowhere.tape'))).toContain(
      'file: expected a file that can be read; the system says ENOENT',
    )
    expect(await refusal(inFolder('.'))).toContain('file: expected a file that can be read; it is a directory')
    expect(await refusal('a\0b')).toContain('file: expected a file that can be read; the system says ERR_INVALID_ARG')
    expect(() => readTape('')).toThrow('file: expected a path: a non-empty string')
    expect(() => writeTape(7 as never)).toThrow('file: expected a path: a non-empty string')
  })

  it('is refused at once if it is no file, which might be read for ever', async () => {
    const pipe = inFolder('pipe')
    execFileSync('mkfifo', [pipe])
    expect(await refusal(pipe)).toContain('file: expected a file that can be read; it is a pipe')
    symlinkSync('pipe', inFolder('link'))
    expect(await refusal(inFolder('link'))).toContain('it is a pipe')
    expect(await refusal('/dev/zero')).toContain('it is a device')
    symlinkSync('nowhere', inFolder('dangling'))
    expect(await refusal(inFolder('dangling'))).toContain('the system says ENOENT')
  })

  it('is closed when it was read, and when it is unsubscribed before', async () => {
    const open = (): number => readdirSync('/proc/self/fd').length
    const file = inFolder('bank.tape')
    const { tape$, ask } = written(file)
    ask()
    tape$.complete()
    const before = open()
    await readAll(file)
    while (open() !== before) await setImmediate()
    readTape(file).subscribe().unsubscribe()
    while (open() !== before) await setImmediate()
  })

  it('is not written into a pipe, and does not wait for a reader', () => {
    const pipe = inFolder('pipe')
    execFileSync('mkfifo', [pipe])
    expect(written(pipe).writing.error).toMatchObject({ message: expect.stringContaining('the system says EEXIST') })
  })

  it('is let go of by who takes no more of it', async () => {
    const file = inFolder('bank.tape')
    const { tape$, ask } = written(file)
    for (let i = 0; i < 3; i++) ask()
    tape$.complete()
    const first = await new Promise<number>((resolve) => {
      const reading: Subscription = readTape(file).subscribe(({ number }) => {
        reading.unsubscribe()
        resolve(number)
      })
    })
    expect(first).toBe(1)
  })
})
