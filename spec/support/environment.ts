import './modules/compileOnce.cjs'
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, resolve } from 'node:path'
import { type Context, Script } from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

type Run = (require: unknown, module: { readonly exports: unknown }, file: string, ...rest: Array<unknown>) => void
type Realm = { readonly Error: ErrorConstructor } & Readonly<Record<string, unknown>>

let compiled: Script | undefined

const compile = (file: string, names: ReadonlyArray<string>): Script => {
  const parameters = ['require', 'module', '__filename', 'jest', ...names].join(', ')
  return new Script(`(function (${parameters}) {${readFileSync(file, 'utf8')}\n})`, { filename: file })
}

/**
 * Lets the specs of a context take modules from the bundle; its code is compiled for the first of them alone. It gets the
 * globals of these names as arguments: Node looks a global of a context up in slow code, each time it is used.
 */
const shareModules = (file: string, names: ReadonlyArray<string>, context: Context | null, global: Realm): void => {
  if (context === null) return
  const run = (compiled ??= compile(file, names)).runInContext(context) as Run
  const builtIns = names.map((name) => global[name])
  const load = (...[require, module, ...rest]: Parameters<Run>): unknown => {
    run(require, module, ...rest, ...builtIns)
    return module.exports
  }
  Object.assign(global, { [Symbol.for('modules of specs')]: load })
}

interface Frame extends NodeJS.CallSite {
  /** As V8 prints it. */
  readonly toString: () => string
}

let positions: SourceMap | undefined

/** Lines of traces by what V8 would print, for most are asked for again and again: `toThrow` asks for a trace. */
const lines = new Map<string, string>()

/** A line of a trace that is in the bundle, with the position in the sources. */
const lineOfBundle = (file: string, frame: Frame): string => {
  positions ??= new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
  const line = frame.getLineNumber() ?? 1
  const column = frame.getColumnNumber() ?? 1
  const entry = positions.findEntry(line - 1, column - 1)
  if (!('originalSource' in entry)) return `\n    at ${frame.toString()}`
  const { originalSource, originalLine, originalColumn } = entry
  const place = `${resolve(dirname(file), originalSource)}:${String(originalLine + 1)}:${String(originalColumn + 1)}`
  return `\n    at ${frame.toString().replace(`${file}:${String(line)}:${String(column)}`, place)}`
}

/** As jest writes traces, which would read the source map of the bundle anew for each spec file, and each line anew. */
const writeTrace = (file: string, error: Error, frames: ReadonlyArray<Frame>): string => {
  const byJest = (error: Error, ...frames: Array<Frame>) => String(Error.prepareStackTrace(error, frames))
  const lineOf = (frame: Frame): string => {
    const name = frame.toString()
    const known = lines.get(name)
    if (known !== undefined) return known
    const line =
      frame.getFileName() === file
        ? lineOfBundle(file, frame)
        : byJest(new Error(), frame).slice(byJest(new Error()).length)
    lines.set(name, line)
    return line
  }
  return byJest(error) + frames.map(lineOf).join('')
}

/** How far a trace goes back: each error that is made costs what this says, and so does each call of `expect`. */
const longestTrace = 10

/** Jest makes one a spec file and never ends it, and each that is in use makes all promises slower and larger. */
const storages = new Set<AsyncLocalStorage<unknown>>()
const whole = AsyncLocalStorage.prototype as {
  run: (this: AsyncLocalStorage<unknown>, ...args: Array<unknown>) => unknown
}
const { run } = whole

whole.run = function (...args) {
  storages.add(this)
  return run.apply(this, args)
}

const endStorages = (): void => {
  for (const storage of storages) storage.disable()
  storages.clear()
}

/** What keeps a process alive and specs can leave behind. */
const held = (): ReadonlyArray<string> =>
  process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS|UDP|Timeout|FSEvent)/.test(name))

/** Those of `now` that are not among `before`. */
const added = (before: ReadonlyArray<string>, now: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = [...before]
  return now.filter((name) => !known.includes(name) || known.splice(known.indexOf(name), 1).length === 0)
}

/** Far more than closing takes, on a busy machine as well. */
const patience = 20_000

/**
 * Node, where specs that leave a timer, socket or server behind fail; jest alone would only warn. The modules that specs
 * share come from a bundle that is compiled once a worker, and each spec runs it anew.
 */
export default class extends TestEnvironment {
  private before: ReadonlyArray<string> = []
  private hasFailed = false
  private readonly code: string | undefined
  private readonly names: ReadonlyArray<string>

  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args)
    const { testEnvironmentOptions, sandboxInjectedGlobals } = args[0].projectConfig
    this.code = testEnvironmentOptions.code as string | undefined
    this.names = sandboxInjectedGlobals
  }

  override async setup(): Promise<void> {
    await super.setup()
    if (this.code !== undefined) this.share(this.code)
    this.before = held()
  }

  private share(code: string): void {
    const realm = this.global as unknown as Realm
    shareModules(code, this.names, this.context, realm)
    realm.Error.stackTraceLimit = longestTrace
    realm.Error.prepareStackTrace = (error, frames) => writeTrace(code, error, frames)
  }

  handleTestEvent({
    name,
    test,
  }: {
    readonly name: string
    readonly test?: { readonly errors: ReadonlyArray<unknown> }
  }) {
    if (name === 'test_done' && test !== undefined && test.errors.length > 0) this.hasFailed = true
  }

  override async teardown(): Promise<void> {
    // A spec that fails does not tidy up, and its own failure says more.
    const left = this.hasFailed ? [] : await this.leftBehind()
    await super.teardown()
    endStorages()
    if (left.length > 0) throw new Error(`These specs left behind: ${left.join(', ')}`)
  }

  /** What is still held after a while: what was told to close needs some turns of the event loop. */
  private async leftBehind(): Promise<ReadonlyArray<string>> {
    const deadline = performance.now() + patience
    while (added(this.before, held()).length > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10))
    return added(this.before, held())
  }
}
