import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A builder that copies lib/ to dist/, notes that it ran, and stands still half-way where there is a file `stop`. */
const builder = `
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
appendFileSync('builds', 'x')
rmSync('dist', { recursive: true, force: true })
mkdirSync('dist')
if (readFileSync('lib/a.ts', 'utf8') === 'broken') throw new Error('the builder has failed')
writeFileSync('dist/first.js', 'first')
console.error('half built')
while (existsSync('stop')) await new Promise((done) => setTimeout(done, 10))
cpSync('lib', 'dist', { recursive: true })
`

describe('npm run build', () => {
  let folder = ''
  const running = new Set<ChildProcess>()

  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
  const builds = (): number => (existsSync(join(folder, 'builds')) ? read('builds').length : 0)

  /** A build that runs: `said` resolves when it has written some words. */
  const start = () => {
    const child = spawn(process.execPath, ['buildIfChanged.js'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    running.add(child)
    let text = ''
    child.stderr.on('data', (piece: Buffer) => (text += piece.toString()))
    const said = async (words: string): Promise<void> => {
      while (!text.includes(words)) await once(child.stderr, 'data')
    }
    const ended = once(child, 'close').then(([status]) => {
      running.delete(child)
      return { status: status as number | null, text }
    })
    return { child, said, ended }
  }
  const build = () => start().ended
  const reason = async (): Promise<string | undefined> => {
    const before = builds()
    const { status, text } = await build()
    expect([status, builds()]).toEqual([0, text.startsWith('dist/ is up to date') ? before : before + 1])
    return /^building dist\/: (.*)\n/.exec(text)?.[1]
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rxbank-build-'))
    cpSync('buildIfChanged.js', join(folder, 'buildIfChanged.js'))
    write('build.config.js', builder)
    write('package.json', '{ "type": "module" }')
    write('package-lock.json', '1')
    write('node_modules/.package-lock.json', '1')
    write('lib/a.ts', 'a')
  })
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  it('builds what has not been built, and then nothing until an input changes', async () => {
    expect(await reason()).toBe('there is none yet')
    expect(await reason()).toBeUndefined()
    for (const file of [
      'lib/a.ts',
      'package-lock.json',
      'node_modules/.package-lock.json',
      'messages.json',
      'lib/b/c.ts',
    ]) {
      write(file, 'changed')
      expect(await reason()).toBe('its sources have changed')
      expect(await reason()).toBeUndefined()
    }
    rmSync(join(folder, 'lib/b'), { recursive: true })
    expect(await reason()).toBe('its sources have changed')
    expect(existsSync(join(folder, 'dist/b'))).toBe(false)
  })

  it('builds again what was switched to another branch and back, each time as it is', async () => {
    await build()
    for (const text of ['other', 'a', 'other']) {
      write('lib/a.ts', text)
      await build()
      expect(read('dist/a.ts')).toBe(text)
    }
    expect(builds()).toBe(4)
  })

  it('builds again if a file of dist/ was edited, removed or added', async () => {
    await build()
    write('dist/a.ts', 'edited')
    expect(await reason()).toBe('it is not as it was built')
    rmSync(join(folder, 'dist/first.js'))
    expect(await reason()).toBe('it is not as it was built')
    write('dist/more.js', 'more')
    expect(await reason()).toBe('it is not as it was built')
    rmSync(join(folder, 'dist'), { recursive: true })
    expect(await reason()).toBe('there is none yet')
  })

  it('does not take for built what a killed build has left, and does not wait for it', async () => {
    await build()
    write('lib/a.ts', 'b')
    write('stop', '')
    const killed = start()
    await killed.said('half built')
    killed.child.kill('SIGKILL')
    await killed.ended
    rmSync(join(folder, 'stop'))
    // As if the branch had been switched back meanwhile: the stamp of the build before is of these sources.
    write('lib/a.ts', 'a')
    expect(await reason()).toBe('it is not known what it was built from')
    expect(read('dist/a.ts')).toBe('a')
  })

  it('builds once for two that are started at once: the second waits', async () => {
    write('stop', '')
    const first = start()
    await first.said('half built')
    const second = start()
    await second.said('waiting for the build of process')
    rmSync(join(folder, 'stop'))
    const [one, other] = await Promise.all([first.ended, second.ended])
    expect([one.status, other.status, builds()]).toEqual([0, 0, 1])
    expect(other.text).toContain('dist/ is up to date')
  })

  it('lets one of several go on after a killed build', async () => {
    write('stop', '')
    const killed = start()
    await killed.said('half built')
    killed.child.kill('SIGKILL')
    await killed.ended
    rmSync(join(folder, 'stop'))
    const all = await Promise.all([build(), build(), build()])
    expect(all.map(({ status }) => status)).toEqual([0, 0, 0])
    expect(builds()).toBe(2)
  })

  it('fails if the builder fails, or if the sources change meanwhile, and builds the next time', async () => {
    write('lib/a.ts', 'broken')
    expect(await build()).toMatchObject({ status: 1, text: expect.stringContaining('the builder has failed') })
    write('lib/a.ts', 'a')
    write('stop', '')
    const changed = start()
    await changed.said('half built')
    write('lib/a.ts', 'b')
    write('lib/a.ts', 'a')
    rmSync(join(folder, 'stop'))
    expect(await changed.ended).toMatchObject({ status: 1, text: expect.stringContaining('build again') })
    expect(await reason()).toBe('it is not known what it was built from')
  })
})
