import { launcherEnd } from '../../lib/cli/launcherEnd.js'

const npx = { npm_lifecycle_event: 'npx' }
const tree = { 7: '7 (sh) S 6 7 7 0 -1', 6: '6 (npm exec) S 5 7 7 0 -1' }

/** How often it emits if the parent and the texts of `/proc` change after a second. */
const emissions = (
  env: NodeJS.ProcessEnv,
  before: readonly [ppid: number, stats: Readonly<Record<number, string>>],
  after: typeof before,
): number => {
  let [ppid, stats] = before
  let count = 0
  const subscription = launcherEnd({
    env,
    get ppid() {
      return ppid
    },
    readText: (path) => {
      const text = stats[Number(/^\/proc\/(\d+)\/stat$/.exec(path)?.[1])]
      if (text === undefined) throw new Error('ENOENT')
      return text
    },
  }).subscribe(() => count++)
  jest.advanceTimersByTime(1000)
  expect(count).toBe(0)
  ;[ppid, stats] = after
  jest.advanceTimersByTime(1000)
  subscription.unsubscribe()
  expect(jest.getTimerCount()).toBe(0)
  return count
}

describe('launcherEnd', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  it('emits once when the shell of npx is gone', () => {
    expect(emissions(npx, [7, tree], [1, { 1: '1 (init) S 0 1 1 0 -1' }])).toBe(1)
  })

  it('emits when npx is gone, and its shell is not', () => {
    expect(emissions(npx, [7, tree], [7, { 7: '7 (sh) S 1 7 7 0 -1' }])).toBe(1)
  })

  it('emits when npx is gone that has started the command without a shell', () => {
    expect(emissions(npx, [6, tree], [1, tree])).toBe(1)
  })

  it('emits when the parent is gone on a system without /proc', () => {
    expect(emissions(npx, [7, {}], [1, {}])).toBe(1)
  })

  it('does not emit while npx runs, whoever has started npx', () => {
    expect(emissions(npx, [6, tree], [6, { 6: '6 (npm exec) S 1 7 7 0 -1' }])).toBe(0)
    expect(emissions(npx, [7, tree], [7, { ...tree, 6: '6 (npm exec) S 1 7 7 0 -1' }])).toBe(0)
  })

  it('reads a name with brackets', () => {
    expect(emissions(npx, [7, { 7: '7 (a) S 9 (b) S 6 7 7' }], [7, { 7: '7 (a) S 8 (b) S 6 7 7' }])).toBe(0)
  })

  it.each([{}, { npm_lifecycle_event: 'start' }])('does not look without npx: %j', (env) => {
    expect(emissions(env, [7, tree], [1, {}])).toBe(0)
  })
})
