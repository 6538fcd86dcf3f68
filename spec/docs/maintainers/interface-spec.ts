import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as bridge from '../../../lib/bridge.js'
import * as codec from '../../../lib/codec.js'
import * as rxbank from '../../../lib/index.js'
import * as sandbox from '../../../lib/sandbox.js'
import { authenticatedUser } from '../../../lib/service/model/AccessToken.js'
import { envelope } from '../../../lib/service/model/Envelope.js'
import { errorBody } from '../../../lib/service/model/ErrorBody.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

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

const client = rxbank.createClient({
  profile: documentedProfile,
  baseUrl: 'https://bank.example',
  clientId: 'id',
  clientSecret: 'secret',
})
const user = client.user({ externalUserId: 'A6J' })
const options = [
  ...['serviceVersion', 'clientId', 'clientSecret', 'environment', 'codecs', 'retry', 'limit', 'detail'],
  ...['versionHeader', 'undatedApiVersion', 'terminalStatuses'],
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

/** Whether a spec, such as `acceptance/banks › the title of a test`, exists and has text with that title. */
const exists = (spec: string): boolean => {
  const [name = '', title = 'no title'] = spec.split(' › ')
  const file = `spec/${name}-spec.ts`
  if (!existsSync(file)) return false
  const texts = readFileSync(file, 'utf8').matchAll(/(?<quote>['"])(?<text>(?:(?!\k<quote>).)+)\k<quote>/g)
  return Array.from(texts, ({ groups }) => groups?.text ?? '').some((found) => found.includes(title))
}

describe('the table of the interface', () => {
  it('has three cells in each row, and none is empty', () => {
    expect(rows.length).toBeGreaterThan(70)
    expect(rows.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([])
  })

  it('has a row for each path of the service', () => {
    const missing = Object.entries(rxbank.documentedProfile.paths).filter(([key, path]) => {
      const of = key as keyof typeof rxbank.documentedProfile.paths
      const shown = path ?? bridge.bridge2021.paths[of] ?? bridge.bridge2025.paths[of]
      return !rows.some(([what = '']) => what.includes(String(shown)))
    })
    expect(missing).toEqual([])
  })

  it('names in each row only values, options and types that exist', () => {
    const isNamed = (name: string): boolean =>
      valueOf(name) !== undefined || options.includes(name) || types.includes(name)
    expect(rows.filter(([, names]) => codes(names).length === 0)).toEqual([])
    expect(rows.flatMap(([, names]) => codes(names)).filter((name) => !isNamed(name))).toEqual([])
  })

  it('names in each row one test that exists', () => {
    expect(rows.filter(([, , shown]) => codes(shown).length !== 1)).toEqual([])
    expect(rows.flatMap(([, , shown]) => codes(shown)).filter((spec) => !exists(spec))).toEqual([])
  })
})

describe('comments of the sources', () => {
  it('name no document that is not installed', () => {
    const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    expect(files.length).toBeGreaterThan(500)
    const naming = files.filter((file) =>
      /interface\.md|docs\/maintainers|design\.md/.test(readFileSync(join('lib', file), 'utf8')),
    )
    expect(naming).toEqual([])
  })
})
