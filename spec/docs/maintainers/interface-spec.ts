import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as bridge from '../../../lib/bridge.js'
import * as codec from '../../../lib/codec.js'
import * as rxbank from '../../../lib/index.js'
import * as sandbox from '../../../lib/sandbox.js'
import { authenticatedUser } from '../../../lib/service/model/AuthenticatedUser.js'
import { envelope } from '../../../lib/service/model/Envelope.js'
import { errorBody } from '../../../lib/service/model/ErrorBody.js'

const text = readFileSync('docs/maintainers/interface.md', 'utf8')

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The rows of all tables, without their heads. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Interface|-)/.test(line))
  .map(cellsOf)

const codes = (cell = ''): ReadonlyArray<string> => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code)

const client = rxbank.createClient({ baseUrl: 'https://bank.example', clientId: 'id', clientSecret: 'secret' })
const user = client.user({ externalUserId: 'A6J' })
const options = [
  ...['serviceVersion', 'clientId', 'clientSecret', 'environment', 'codecs', 'retry', 'limit', 'detail'],
  ...['versionHeader', 'undatedStage', 'terminalStatuses'],
]
const types = ['Page', 'PageLink']

/** What a name leads to, from the client, a user or the exports on. */
const valueOf = (name: string): unknown =>
  name.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], {
    ...rxbank,
    ...bridge,
    ...codec,
    authenticatedUser,
    envelope,
    errorBody,
    ...sandbox,
    client,
    user,
  })

describe('the table of the interface', () => {
  it('has rows, and no empty cell', () => {
    expect(rows.length).toBeGreaterThan(70)
    expect(rows.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([])
  })

  it.each(Object.entries(rxbank.described.paths))('has a row for %s', (key, path) => {
    const of = key as keyof typeof rxbank.described.paths
    const shown = path ?? bridge.bridge2021.paths[of] ?? bridge.bridge2025.paths[of]
    expect(rows.filter(([what = '']) => what.includes(String(shown)))).not.toEqual([])
  })

  it.each(rows)('%s is served by names that exist: %s', (_, names) => {
    for (const name of codes(names)) {
      expect([name, valueOf(name) !== undefined || options.includes(name) || types.includes(name)]).toEqual([
        name,
        true,
      ])
    }
    expect(codes(names)).not.toEqual([])
  })

  it.each(rows)('%s, %s: shown by a spec that exists: %s', (_, __, shown) => {
    const named = codes(shown)
    expect(named).toHaveLength(1)
    const [name = '', title = 'no title'] = (named[0] ?? '').split(' › ')
    const file = `spec/${name}-spec.ts`
    expect([file, existsSync(file)]).toEqual([file, true])
    const texts = readFileSync(file, 'utf8').matchAll(/(?<quote>['"])(?<text>(?:(?!\k<quote>).)+)\k<quote>/g)
    expect(Array.from(texts, ({ groups }) => groups?.text ?? '').filter((found) => found.includes(title))).not.toEqual(
      [],
    )
  })
})

describe('comments that name a section of the interface', () => {
  const sections = Array.from(text.matchAll(/^- \*\*(§\d) /gm), ([, section = '']) => section)
  const comments = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const lines = readFileSync(join('lib', file), 'utf8').split('\n')
      return lines.filter((line) => line.includes('§')).map((line) => [file, line.trim()] as const)
    })

  it('name one that is here', () => {
    expect(comments.length).toBeGreaterThan(30)
    const lost = comments.filter(
      ([, line]) =>
        !line.includes('interface.md §') ||
        Array.from(line.matchAll(/§\d*/g), ([section]) => section).some((section) => !sections.includes(section)),
    )
    expect(lost).toEqual([])
  })
})
