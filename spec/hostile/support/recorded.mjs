// What all operations of a client meet, on a tape.
import { row, secret } from './canaries.mjs'
import { rxbank, rxjs, tape } from './installed.mjs'
import { tokenResponse } from './rawServer.mjs'
import { outcome } from './victim.mjs'

const { createClient, documentedProfile } = rxbank
const { recordHttp, tapeLine } = tape
const { of } = rxjs
export const page = (rows, next_uri = null) => ({ body: { resources: rows, pagination: { next_uri } } })

/** Records what all operations of a client meet, where the service answers so; gives the tape as text. */
export const record = async (answer, sink) => {
  const tape = []
  const http = ({ url }) => {
    const { status = 200, headers = {}, body } = url.endsWith('/v2/authenticate') ? { body: tokenResponse } : answer
    return of({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
  }
  const recorded = recordHttp(http, sink ?? { next: (entry) => tape.push(entry) })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://h0st-bank.example',
    clientId: 'c4nary-id',
    clientSecret: secret,
    http: recorded,
    retry: { count: 0 },
  })
  const user = client.user({ email: 'c4nary-m@il.example', password: secret })
  const asked = [
    user.stocks.pages({ maxPages: 2 }),
    user.stocks.get(4_711_471_147),
    client.banks.pages({ headers: { 'X-Own': row }, maxPages: 2 }),
    user.changePassword({ current: secret, next: row }),
  ]
  const ended = []
  for (const stream$ of asked) ended.push((await outcome(stream$.pipe(rxjs.take(2)))).end)
  return { ended, entries: tape, text: tape.map(tapeLine).join('') }
}
