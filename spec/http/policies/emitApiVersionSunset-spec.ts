import { of } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { ClientEvent } from '../../../lib/base/event/ClientEvent.js'
import { eventHub } from '../../../lib/base/event/eventHub.js'
import { createClient } from '../../../lib/client/createClient.js'
import { emitApiVersionSunset } from '../../../lib/http/policies/emitApiVersionSunset.js'
import { bridge2018 } from '../../../lib/service/bridge/bridge2018.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json, page } from '../../helpers/responses.js'

const end = { serviceVersion: '2021-06-01', date: '2027-12-31' }

const setup = (given: typeof end | undefined) => {
  const { events$, emit } = eventHub(createVirtualClock())
  const http = emitApiVersionSunset(emit, given)(() => of(json({})))
  const send = () => http(httpRequest({})).subscribe()
  const events: Array<ClientEvent> = []
  return { send, events, listen: () => events$.subscribe((event) => events.push(event)) }
}

describe('tellEnd', () => {
  it('tells once, however many attempts there are', () => {
    const { send, events, listen } = setup(end)
    listen()
    send()
    send()
    expect(events).toEqual([expect.objectContaining({ _tag: 'ApiVersionSunset', ...end })])
  })

  it('waits for somebody who listens', () => {
    const { send, events, listen } = setup(end)
    send()
    listen()
    expect(events).toEqual([])
    send()
    expect(events.map(({ _tag }) => _tag)).toEqual(['ApiVersionSunset'])
  })

  it('tells nothing of an API version whose end is not known', () => {
    const { send, events, listen } = setup(undefined)
    listen()
    send()
    expect(events).toEqual([])
  })

  it.each([
    ['bridge2021', { profile: bridge2021 }, [{ serviceVersion: '2021-06-01', date: '2027-12-31' }]],
    ['bridge2021 at another API version', { profile: bridge2021, serviceVersion: '2030-01-01' }, []],
    ['bridge2018', { profile: bridge2018 }, []],
    ['default', { profile: documentedProfile, baseUrl: 'https://bank.example' }, []],
  ])('is what a client of %s tells before its first request', (_, config, reported) => {
    const client = createClient({ clientId: 'id', http: () => of(page([])), ...config } as never)
    const events: Array<ClientEvent> = []
    client.events$.subscribe((event) => events.push(event))
    client.banks.all().subscribe()
    client.banks.all().subscribe()
    const kinds = events.map(({ _tag }) => _tag).filter((tag) => tag !== 'BudgetChanged')
    expect(kinds).toEqual([
      ...reported.map(() => 'ApiVersionSunset'),
      'Requested',
      'Responded',
      'Requested',
      'Responded',
    ])
    expect(events.filter(({ _tag }) => _tag === 'ApiVersionSunset')).toEqual(
      reported.map((end) => expect.objectContaining(end) as unknown),
    )
  })
})
