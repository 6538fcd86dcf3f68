// npm run build, and npm start before the demo: builds dist/ by build.config.js, unless dist/ is already what the present
// sources make. A stamp has a digest of all that the build reads and one of dist/: a branch that was switched, another
// lock file, an edited dist/ and a build that was killed are all seen. Of two at once, the second waits for the first.
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const cache = join(root, 'node_modules/.cache/rxbank')
const stamp = join(cache, 'built')
const lock = join(cache, 'building')

const own = ['buildIfChanged.js', 'build.config.js', 'compact.js', 'entryPoints.js', 'messages.js', 'messages.json']
const config = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
/** What npm has installed, which may be another thing than the lock file says. */
const installed = 'node_modules/.package-lock.json'

const say = (line) => console.error(line)

/** The text of a file; empty if there is none. */
const readText = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

const filesBelow = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
        .sort()
    : []

/** A digest of files, by their paths and contents. */
const digestOf = (files) =>
  files
    .reduce((hash, file) => {
      const content = readFileSync(join(root, file))
      return hash.update(`${file}\0${String(content.length)}\0`).update(content)
    }, createHash('sha256'))
    .digest('hex')

const inputFiles = () =>
  [...own, ...config, installed].filter((file) => existsSync(join(root, file))).concat(filesBelow('lib'))

const readInputs = () => {
  const files = inputFiles()
  return {
    digest: `${process.version} ${digestOf(files)}`,
    // A file that was changed and changed back has its content, and another time.
    changed: Math.max(...files.map((file) => statSync(join(root, file)).ctimeMs)),
  }
}

/** A digest of what was built. */
const outputDigest = () => digestOf(filesBelow('dist'))

/** Why dist/ has to be built; `undefined` if it is what the sources make. */
const reasonToBuild = () => {
  const [inputs, output] = readText(stamp).split('\n')
  if (!existsSync(join(root, 'dist'))) return 'there is none yet'
  if (inputs === '') return 'it is not known what it was built from'
  if (inputs !== readInputs().digest) return 'its sources have changed'
  return output === outputDigest() ? undefined : 'it is not as it was built'
}

const isRunning = (pid) => {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Takes the lock. A build that was killed leaves it behind, with the id of its process. */
const takeLock = async () => {
  const claim = `${lock}-${String(process.pid)}`
  writeFileSync(claim, String(process.pid))
  for (let isTold = false; ;) {
    try {
      linkSync(claim, lock)
      // Whoever found the same abandoned lock may remove this one in its place.
      await setTimeout(50)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = Number(readText(lock))
    if (owner === process.pid) return rmSync(claim)
    if (isRunning(owner)) {
      if (!isTold) say(`waiting for the build of process ${String(owner)}; if there is none, remove ${lock}`)
      isTold = true
      await setTimeout(200)
    } else rmSync(lock, { force: true })
  }
}

const build = async (reason) => {
  say(`building dist/: ${reason}`)
  rmSync(stamp, { force: true })
  const before = readInputs()
  await import('./build.config.js')
  const after = readInputs()
  if (after.digest !== before.digest || after.changed !== before.changed)
    throw new Error('the sources changed while they were built: build again')
  writeFileSync(stamp, `${before.digest}\n${outputDigest()}`)
}

/** Builds dist/ if it is not what the sources make. */
const buildIfChanged = async () => {
  mkdirSync(cache, { recursive: true })
  await takeLock()
  try {
    const reason = reasonToBuild()
    if (reason === undefined) say('dist/ is up to date')
    else await build(reason)
  } finally {
    rmSync(lock, { force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildIfChanged()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
