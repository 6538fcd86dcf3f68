import { readFileSync } from 'node:fs'
import { type Context, Script } from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

type Run = (require: unknown, module: { readonly exports: unknown }, file: string, jest: unknown) => void

let compiled: Script | undefined

const compile = (file: string): Script =>
  new Script(`(function (require, module, __filename, jest) {${readFileSync(file, 'utf8')}\n})`, { filename: file })

/** Lets the specs of a context take modules from the bundle; its code is compiled for the first of them alone. */
const shareModules = (file: string, context: Context | null, global: object): void => {
  if (context === null) return
  const run = (compiled ??= compile(file)).runInContext(context) as Run
  const load = (...[require, module, ...rest]: Parameters<Run>): unknown => {
    run(require, module, ...rest)
    return module.exports
  }
  Object.assign(global, { [Symbol.for('modules of specs')]: load })
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

  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args)
    this.code = args[0].projectConfig.testEnvironmentOptions.code as string | undefined
  }

  override async setup(): Promise<void> {
    await super.setup()
    if (this.code !== undefined) shareModules(this.code, this.context, this.global)
    this.before = held()
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
