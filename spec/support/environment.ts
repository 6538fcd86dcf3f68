import { TestEnvironment } from 'jest-environment-node'

/** What keeps a process alive and a spec can leave behind. */
const openHandles = (): ReadonlyArray<string> =>
  process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS|UDP|Timeout|FSEvent)/.test(name))

const withoutOnes = (names: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const rest = [...others]
  return names.filter((name) => !rest.includes(name) || rest.splice(rest.indexOf(name), 1).length === 0)
}

/** Far longer than closing takes, even on a busy machine. */
const patienceMs = 20_000

/** Node's environment, in which a spec file fails if it leaves a timer, socket or server open; jest alone would only warn. */
export default class extends TestEnvironment {
  private openBefore: ReadonlyArray<string> = []
  private hasFailed = false

  override async setup(): Promise<void> {
    await super.setup()
    this.openBefore = openHandles()
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
    // A spec that failed did not tidy up, and its own failure says more.
    const leaked = this.hasFailed ? [] : await this.leaked()
    await super.teardown()
    if (leaked.length > 0) throw new Error(`The specs of this file left open: ${leaked.join(', ')}`)
  }

  /** What is still open after a while: closing takes some turns of the event loop. */
  private async leaked(): Promise<ReadonlyArray<string>> {
    const deadline = performance.now() + patienceMs
    while (withoutOnes(openHandles(), this.openBefore).length > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10))
    return withoutOnes(openHandles(), this.openBefore)
  }
}
