// Options of a client that are wrong, and chance that is none.
import assert from 'node:assert/strict'
import { assertCloaked, secret } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { codec, rxbank, rxjs } from '../support/installed.mjs'
import { outcome } from '../support/victim.mjs'

const { createClient, documentedProfile } = rxbank
const { object } = codec
const options = 'surface.md: createClient throws one ConfigError that names every wrong field'

const configs = {
  'a time-out of 0': { timeout: 0 },
  'a time-out of NaN': { timeout: NaN },
  'a time-out for ever': { timeout: Infinity },
  'a time-out in words': { timeout: '30s' },
  'a count below 0': { retry: { count: -1 } },
  'an endless count': { retry: { count: Infinity } },
  'a wait below 0': { retry: { minDelay: -1 } },
  'a body of 0': { maxBodySize: 0 },
  'a body without end': { maxBodySize: Infinity },
  'a budget of 0': { limits: { application: { requests: 0, per: 1000 } } },
  'a budget in no time': { limits: { application: { requests: 1, per: 0 } } },
  'a budget for nobody': { limits: { nobody: { requests: 1, per: 1 } } },
  'no transport': { http: 5 },
  'no chance': { random: 5 },
  'no clock': { clock: {} },
  'no policy': { policy: 'x' },
  'activity that is no stream': { active$: true },
  'an unknown environment': { environment: 'staging' },
  'an unknown field': { evil: 1 },
  'a misspelt field': { baseURL: 'https://bank.example' },
  'an id with a line feed': { clientId: 'a\r\nX: y' },
  'an id beyond ASCII': { clientId: 'é' },
  'an empty id': { clientId: '' },
  'a codec that is none': { codecs: { stock: 5 } },
  'a codec for nothing': { codecs: { evil: object } },
  'a version of February 30': { serviceVersion: '2021-02-30' },
}

const chances = { NaN: NaN, one: 1, 'more than one': 2, 'below 0': -1, infinite: Infinity, 'a text': 'x' }

export const cases = [
  ...table(options, 'a client with', configs, (config) => {
    const make = () =>
      createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        clientId: 'app',
        clientSecret: secret,
        ...config,
      })
    assert.throws(make, (error) => {
      assertCloaked(error)
      return error._tag === 'ConfigError'
    })
  }),
  ...table('reliability.md: never a request storm, never a hang', 'chance that is', chances, async (chance) => {
    const clock = rxbank.createVirtualClock({ start: Date.UTC(2026, 0, 1) })
    let sent = 0
    const http = () => rxjs.of({ status: ++sent > 3 ? 200 : 503, headers: {}, body: '{"resources":[]}' })
    const config = {
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'a',
      clock,
      http,
      random: () => chance,
    }
    const ended = outcome(createClient(config).banks.pages())
    clock.advance(3_600_000)
    const { end } = await ended
    assert.ok(['complete', 'ConfigError'].includes(end) && sent <= 5, end)
    assert.equal(clock.pending(), 0)
  }),
]
