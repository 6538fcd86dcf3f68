import { map, type Observable, of } from 'rxjs'
import { delay } from '../../../lib/base/clock/delay.js'
import { createClient, createVirtualClock } from '../../../lib/index.js'
import { createGateway } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { settled } from '../../helpers/electron.js'
import { got } from './serving.js'

interface Waits {
  /** Milliseconds of the client, of the gateway, and those that `authorize` takes. */
  readonly client?: number
  readonly gateway?: number
  readonly login?: number
  readonly silent?: 'transactions' | 'authenticate'
}

/** A gateway to a service that says nothing: its answer, once there is one. */
const waiting = ({ client: patience, gateway: timeout, login = 0, silent = 'transactions' }: Waits) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const { credentials, http, faults, journal } = createSandbox({ profile: documentedProfile, clock })
  faults.add({ kind: 'silence', on: silent, times: Infinity })
  const config = { profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http, clock }
  const client = createClient(patience === undefined ? config : { ...config, timeout: patience })
  const user = { externalUserId: 'A6J' }
  const authorize = (): Observable<typeof user> => (login === 0 ? of(user) : delay(clock, login).pipe(map(() => user)))
  const gateway = createGateway(client, {
    authorize,
    onError: () => undefined,
    ...(timeout === undefined ? {} : { timeout }),
  })
  const answers: Array<readonly [number, string | undefined]> = []
  const headers = { 'RxBank-Gateway': 'interactive' }
  void gateway(new Request('https://app.example/v2/transactions', { headers }))
    .then(got)
    .then(({ status, json }) => answers.push([status, json.type]))
  const statuses = () => journal.entries().map(({ status }) => status)
  return { clock, answers, statuses }
}

describe('a gateway to a service that does not answer', () => {
  it.each<[string, Waits, number, number, string]>([
    ["the client's timeout, if that is shorter", { client: 3000 }, 3000, 504, 'timeout'],
    ["four fifths of its own, if the client's is longer", { client: 60_000, gateway: 10_000 }, 8000, 504, 'timeout'],
    ['four fifths of 25 seconds', { client: 60_000 }, 20_000, 504, 'timeout'],
    ['as much, for a token', { gateway: 10_000, silent: 'authenticate' }, 8000, 503, 'token_unavailable'],
    ["the client's timeout, for a token", { client: 3000, silent: 'authenticate' }, 3000, 503, 'token_unavailable'],
    ['its timeout, where a login took long', { gateway: 10_000, login: 7000 }, 10_000, 504, 'timeout'],
    ['25 seconds, where a login took long', { login: 19_000 }, 25_000, 504, 'timeout'],
    ["the client's timeout, after a login", { client: 3000, login: 7000 }, 10_000, 504, 'timeout'],
    ['four fifths of its own for a login', { gateway: 10_000, login: 9000 }, 8000, 500, 'gateway_failed'],
  ])('waits for %s', async (_, waits, ms, status, type) => {
    const { clock, answers, statuses } = waiting(waits)
    await settled()
    clock.advance(ms - 1)
    await settled()
    expect(answers).toEqual([])
    clock.advance(1)
    await settled()
    expect(answers).toEqual([[status, type]])
    expect(statuses()).not.toContain('pending')
    expect(clock.pending()).toBe(0)
  })
})
