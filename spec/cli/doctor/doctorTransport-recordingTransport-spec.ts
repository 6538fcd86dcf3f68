import { firstValueFrom, lastValueFrom, of } from 'rxjs'
import { createRecordingTransport } from '../../../lib/cli/doctor/doctorTransport.js'
import { createVirtualClock, type HttpMethod } from '../../../lib/index.js'
import { httpRequest } from '../../helpers/httpRequest.js'

const answer = { status: 404, headers: { date: 'x' }, body: 'no' }

describe('watched', () => {
  it('notes every answer with its times, and gives them once', async () => {
    const clock = createVirtualClock({ start: 1000 })
    const { http, take, sent } = createRecordingTransport((request) => {
      clock.advance(25)
      return of({ ...answer, body: request.operation })
    }, clock)
    const request = httpRequest()
    expect(sent()).toBe(0)
    await expect(lastValueFrom(http(request))).resolves.toMatchObject({ status: 404 })
    expect(sent()).toBe(1)
    const { operation } = request
    expect(take()).toStrictEqual([
      { ...answer, body: operation, operation, request, sentAt: 1000, receivedAt: 1025, duration: 25 },
    ])
    expect(take()).toStrictEqual([])
  })

  it.each<readonly [HttpMethod, string, number]>([
    ['GET', 'banks.list', 1],
    ['POST', 'authenticate', 1],
    ['POST', 'items.refresh', 0],
    ['PUT', 'users.changePassword', 0],
    ['DELETE', 'users.delete', 0],
  ])('lets %s of %s through: %i', async (method, operation, times) => {
    let sent = 0
    const watch = createRecordingTransport(() => {
      sent++
      return of(answer)
    }, createVirtualClock())
    await firstValueFrom(watch.http({ ...httpRequest(), method, operation })).catch(() => undefined)
    expect([sent, watch.sent()]).toStrictEqual([times, times])
  })
})
