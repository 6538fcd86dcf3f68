import { lastValueFrom } from 'rxjs'
import { createClient } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { rawServer } from '../../helpers/rawServer.js'
import { transports } from '../../helpers/transports.js'

describe.each(transports)('%s: a status', (_, http) => {
  const answering = (status: string) =>
    rawServer((socket) => void socket.end(`HTTP/1.1 ${status} X\r\nContent-Length: 16\r\n\r\n{"resources":[]}`))

  it.each(['099', '600'])('of %s is none: a NetworkError', async (status) => {
    const server = await answering(status)
    const client = createClient({
      profile: documentedProfile,
      baseUrl: server.url,
      clientId: 'id',
      http,
      retry: { count: 0 },
    })
    await expect(lastValueFrom(client.banks.pages())).rejects.toMatchObject({ _tag: 'NetworkError' })
    await server.close()
  })

  it.each(['200', '599'])('of %s is one', async (status) => {
    const server = await answering(status)
    const answer = await lastValueFrom(http(httpRequest({ url: server.url })))
    await server.close()
    expect(answer.status).toBe(Number(status))
  })
})
