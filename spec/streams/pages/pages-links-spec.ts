import { some } from 'fp-ts/lib/Option.js'
import type { BaseUrl } from '../../../lib/http/baseUrl.js'
import { connectionOver } from '../../helpers/connection.js'
import { all } from '../../helpers/interpreters.js'
import { listServer, outcome, rows, type Script, transports } from '../../helpers/lists.js'
import { page } from '../../helpers/responses.js'

const atRoot: BaseUrl = { origin: 'https://bank.example', prefix: '', roots: ['/v2'] }

describe.each(transports)('links between pages, over a transport that is $transport', ({ delivery }) => {
  const opened = (script: Script, baseUrl = atRoot) => {
    const server = listServer(script, delivery)
    return { server, connection: connectionOver(server.http, { baseUrl }) }
  }

  /** A list whose first page links to `link`; what follows is its end. */
  const linking = (link: string, baseUrl?: BaseUrl) =>
    opened(({ page: number }) => page([{ id: 1 }], number._tag === 'Some' && number.value === 1 ? link : null), baseUrl)

  it('a first page that links to itself is an error after one request, however the link is written', async () => {
    for (const link of [
      '/v2/rows',
      'https://bank.example/v2/rows',
      'rows',
      '/v2/../v2/rows',
      '/v2/rows#again',
      '#again',
    ]) {
      const { server, connection } = linking(link)
      const { error } = await outcome(all(connection)(rows))
      expect(error).toMatchObject({ reason: 'loop', page: some(2) })
      expect(server.requests).toHaveLength(1)
    }
  })

  it('does not show the link in its error', async () => {
    const { connection } = linking('https://evil.example/v2/rows?after=c2VjcmV0')
    const { error } = await outcome(all(connection)(rows))
    expect(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack ?? ''}`).not.toMatch(/evil|c2VjcmV0/)
  })
})
