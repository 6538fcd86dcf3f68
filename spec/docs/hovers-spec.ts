import { readFileSync } from 'node:fs'
import { RecordType } from '../../lib/base/codec/record.js'
import type { Fields } from '../../lib/base/codec/RecordOf.js'
import { bridge2018 } from '../../lib/service/bridge/bridge2018.js'
import { bridge2019 } from '../../lib/service/bridge/bridge2019.js'
import { bridge2021 } from '../../lib/service/bridge/bridge2021.js'
import { bridge2025 } from '../../lib/service/bridge/bridge2025.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { type Hover, hoverIn, hoversOf } from './hovers.js'

/** Far more than it takes: the type checker runs beside other specs. */
const patience = 120_000

const bridge = Array.from(new Set(readFileSync('lib/bridge.ts', 'utf8').match(/\bBridge\d+Resources\b/g)))
const profiles = ["import('rxbank').Resources", ...bridge.map((name) => `import('rxbank/bridge').${name}`)]
const errors = Array.from(
  readFileSync('lib/base/error/ClientError.ts', 'utf8').matchAll(/^ {2}\| (\w+)$/gm),
  ([, name = '']) => `import('rxbank').${name}`,
)
const clients = ['Client', 'UserClient', 'GatewayClient', 'GatewayUserClient', 'Page<unknown>', 'StartedRefresh']
const parts = ['AccessToken', 'Redacted<string>']

const sentence = /^[A-Z`].{14,}\.$/
const source = /\bassumed\b|\b[Dd]ocumented\b|\brecorded\b|clients' code|\bobserved\b|\binferred\b|fixture|\bseen in\b/i

/** What the words for a field have to tell, beside what it is, by its name. */
const units = [
  [
    /amount$|balance|price|total_value|capital$|ceiling|interests/,
    /in units of (`currency_code`|the currency of the account), not in cents/,
  ],
  [/^amount$/, /positive for a credit, negative for a debit/],
  [/_rate$/, /in percent/],
  [/^(date|\w+_date)$/, /(?=.*`YYYY-MM-DD`).*\bwithout\b/],
  [/^currency_code$/, /ISO 4217/],
  [/^country_code$/, /ISO 3166-1/],
] as const

const lacking = (hovers: ReadonlyArray<Hover>, rule: (hover: Hover) => boolean): ReadonlyArray<string> =>
  hovers.filter((hover) => !rule(hover)).map(({ place, documentation }) => `${place}: ${documentation}`)

describe('on hover', () => {
  const remote = ['RemoteClient', 'RemoteUserClient'].map((name) => `import('rxbank/electron').${name}`)
  let members: ReadonlyArray<Hover> = []
  let fields: ReadonlyArray<Hover> = []

  beforeAll(() => {
    const named = [...clients, ...parts].map((name) => `import('rxbank').${name}`)
    const all = hoversOf([...profiles, ...errors, ...named, ...remote]).filter(
      ({ place }) => !/Resources\.\w+$/.test(place),
    )
    const isField = ({ place }: Hover) => /Resources\[|\/lib\/service\/(model|bridge)\//.test(place)
    members = all.filter((hover) => !isField(hover))
    fields = all.filter((hover) => isField(hover) && !hover.place.includes("['filters']"))
  }, patience)

  it('each member of clients, pages and errors says what it is', () => {
    expect(errors.length).toBeGreaterThan(12)
    expect(members.length).toBeGreaterThan(100)
    expect(lacking(members, ({ documentation }) => sentence.test(documentation))).toEqual([])
  })

  it('each field of each resource, in each profile, says what it is and how that is known', () => {
    expect(bridge).toEqual(['Bridge2018Resources', 'Bridge2019Resources', 'Bridge2021Resources', 'Bridge2025Resources'])
    expect(fields.length).toBeGreaterThan(300)
    const isReported = ({ documentation }: Hover) => sentence.test(documentation) && source.test(documentation)
    expect(lacking(fields, isReported)).toEqual([])
  })

  it('each field that a codec of a resource reads is a field of the TypeScript interface', () => {
    const shown = new Map<string, Set<string>>()
    for (const { place, name } of fields) {
      const resource = /^NonNullable<import\S+'\)\.(\w*Resources\['\w+'\])>\.\w+$/.exec(place)?.[1] ?? ''
      shown.set(resource, (shown.get(resource) ?? new Set()).add(name))
    }
    const profilesByName = {
      Resources: documentedProfile,
      Bridge2018Resources: bridge2018,
      Bridge2019Resources: bridge2019,
      Bridge2021Resources: bridge2021,
      Bridge2025Resources: bridge2025,
    }
    const codecs = Object.entries(profilesByName).flatMap(([name, profile]) =>
      Object.entries(profile.codecs).map(([resource, codec]) => [`${name}['${resource}']`, codec] as const),
    )
    // A type that several profiles have is visited once.
    const distinct = codecs.filter(([, codec], index) => codecs.findIndex(([, other]) => other === codec) === index)
    const hidden = distinct.flatMap(([resource, codec]) => {
      if (!(codec instanceof RecordType)) throw new TypeError(`${resource} is no record`)
      const { required, optional } = codec as RecordType<Fields, Fields>
      const read = Object.keys({ ...required, ...optional })
      return read.filter((name) => !shown.get(resource)?.has(name)).map((name) => `${resource}.${name}`)
    })
    expect(distinct.length).toBeGreaterThan(25)
    expect(hidden).toEqual([])
  })

  it('each amount, rate, day and code says its unit, and each date that it is a time', () => {
    const isReported = ({ name, signature, documentation }: Hover) =>
      units.every(([names, words]) => !names.test(name) || words.test(documentation)) &&
      (!/: (Assumed<)?Date\b/.test(signature) || /\b(time|end)\b/.test(documentation))
    expect(lacking(fields, isReported)).toEqual([])
    expect(fields.filter(({ name }) => name === 'amount').length).toBeGreaterThan(3)
    expect(fields.filter(({ signature }) => signature.includes('Date')).length).toBeGreaterThan(10)
  })

  it('a comment says how the field is known', () => {
    const ofRows = fields.filter(({ place }) => /^NonNullable<import\S+Resources\['\w+'\]>\.\w+$/.test(place))
    expect(ofRows.length).toBeGreaterThan(200)
    expect(lacking(ofRows, ({ signature }) => /^\(property\) [A-Z]\w*(<\w+>)?\./.test(signature))).toEqual([])
  })

  it('a row, and what the compiler says of it, has the name of its resource', () => {
    const { signature, problems } = hoverIn(
      "import { createClient } from 'rxbank'\n" +
        "import { bridge2021 } from 'rxbank/bridge'\n" +
        "const user = createClient({ clientId: '', clientSecret: '', profile: bridge2021 }).user({ userUuid: '' })\n" +
        'user.transactions.all().subscribe((|row) => { const wrong: number = row; void wrong })\n',
    )
    expect(signature).toBe('(parameter) row: Bridge2021Transaction')
    expect(problems).toEqual(["Type 'Bridge2021Transaction' is not assignable to type 'number'."])
  })
})
