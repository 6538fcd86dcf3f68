// node docs/examples/start.mjs NAME [--prepare | --lock | what the example takes …]
//
// Starts an example of this folder, from a fresh clone on: installs and builds the library, packs it as it would be
// published, installs the example with it, then runs the example's script `start` until it ends or Ctrl-C. What is up to
// date is skipped.
//   --prepare   all of this but the start
//   --lock      writes the example's package-lock.json anew
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

const examples = dirname(fileURLToPath(import.meta.url))
const library = join(examples, '../..')
const tarball = join(examples, 'rxbank.tgz')

const say = (line) => console.error(line)

const fail = (line, status = 1) => {
  say(line)
  process.exit(status)
}

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

const writeText = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const digest = (files) =>
  files.reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256')).digest('hex')

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()

const isWindows = process.platform === 'win32'
let running
let signalled

/** Runs a program; answers its status, which is 128 and the signal's number if a signal ended it, and what it wrote. */
const run = (command, args, options) =>
  new Promise((resolve, reject) => {
    // On Windows npm and what node_modules/.bin holds are .cmd files, which a shell starts.
    running = spawn(command, args, { ...options, shell: isWindows })
    running.isGroup = options.detached === true
    const output = []
    for (const stream of [running.stdout, running.stderr]) stream?.on('data', (text) => output.push(text))
    running.on('error', reject)
    running.on('close', (code, signal) => {
      running = undefined
      resolve({ status: code ?? 128 + constants.signals[signal], output: output.join('') })
    })
  })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    signalled = signal
    // npm passes no signal on to what it runs: a step has a group of its own, which gets it. npm then takes back what it
    // has installed, for up to a minute; the next start begins with an empty folder anyway.
    if (running?.isGroup) {
      process.kill(-running.pid, signal)
      setTimeout(() => running && process.kill(-running.pid, 'SIGKILL'), 2000)
    }
    // The terminal gives Ctrl-C to the example itself.
    else if (signal !== 'SIGINT') running?.kill(signal)
  })

/** A step of the preparation; what it writes is shown if it fails. */
const npm = async (title, cwd, args) => {
  say(`${title} …`)
  const options = { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: !isWindows }
  const { status, output } = await run('npm', [...args, '--loglevel=error'], options)
  if (signalled !== undefined) process.exit(128 + constants.signals[signalled])
  if (status !== 0) fail(`${output}npm ${args.join(' ')} ended with status ${status} in ${cwd}`, status)
}

const clean = ['ci', '--no-audit', '--no-fund']

/** Whether what the library's lock file names is installed; what other machines need may be missing. */
const isLibraryInstalled = () => {
  const { packages: installed } = JSON.parse(
    readText(join(library, 'node_modules/.package-lock.json')) ?? '{"packages":{}}',
  )
  return Object.entries(readJson(join(library, 'package-lock.json')).packages).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || (path in installed ? installed[path].version === version : optional || devOptional),
  )
}

const packLibrary = async () => {
  if (!isLibraryInstalled()) await npm('Installing what builds the library', library, clean)
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'README.md', 'CHANGELOG.md']
  const folders = ['.config', 'lib', 'docs/guides']
  const sources = digest([
    ...files.map((file) => join(library, file)),
    ...folders.flatMap((folder) => filesBelow(join(library, folder))),
  ])
  const stamp = join(library, 'node_modules/.cache/rxbank/packed')
  if (existsSync(tarball) && readText(stamp) === sources) return
  await npm('Building the library', library, ['run', '-s', 'build'])
  await npm('Packing the library', library, ['pack', '--ignore-scripts', '--pack-destination', examples])
  renameSync(join(examples, `rxbank-${readJson(join(library, 'package.json')).version}.tgz`), tarball)
  writeText(stamp, sources)
}

/** Edits the packages of a lock file. */
const editLock = (file, edit) => {
  const lock = readJson(file)
  edit(lock.packages)
  writeText(file, `${JSON.stringify(lock, null, 2)}\n`)
}

const writeLock = async (example) => {
  const file = join(example, 'package-lock.json')
  // npm does not look into a package that is locked already.
  if (existsSync(file)) editLock(file, (packages) => delete packages['node_modules/rxbank'])
  await npm('Locking what the example needs', example, ['install', '--package-lock-only', '--no-audit', '--no-fund'])
  // Each build has another checksum: a lock file that held it would refuse the next one.
  editLock(file, (packages) => delete packages['node_modules/rxbank'].integrity)
}

const checkLock = (example, name) => {
  const ours = readJson(join(library, 'package.json'))
  const locked = readJson(join(example, 'package-lock.json')).packages['node_modules/rxbank'] ?? {}
  const isSame = ['version', 'dependencies', 'peerDependencies'].every((key) =>
    isDeepStrictEqual(locked[key], ours[key]),
  )
  if (!isSame || 'integrity' in locked)
    fail(`The lock file of ${name} is not of this library: node docs/examples/start.mjs ${name} --lock`)
}

const installExample = async (example) => {
  const installed = digest([...['package.json', 'package-lock.json'].map((file) => join(example, file)), tarball])
  const stamp = join(example, 'node_modules/.cache/rxbank/installed')
  if (readText(stamp) === installed) return
  await npm('Installing the example', example, clean)
  writeText(stamp, installed)
}

/** The script itself, without npm and a shell between: its signals arrive, and its status is the one of this program. */
const start = (example, args) => {
  const [command, ...words] = readJson(join(example, 'package.json')).scripts.start.split(' ')
  process.env.PATH = `${join(example, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  return run(command, [...words, ...args], { cwd: example, stdio: 'inherit' })
}

const [name, ...args] = process.argv.slice(2)
const names = readdirSync(examples).filter((entry) => existsSync(join(examples, entry, 'package.json')))
if (!names.includes(name)) fail(`node docs/examples/start.mjs ${names.join(' | ')}`)
const example = join(examples, name)

await packLibrary()
if (args[0] === '--lock') await writeLock(example)
else {
  checkLock(example, name)
  await installExample(example)
  if (args[0] !== '--prepare') process.exitCode = (await start(example, args)).status
}
