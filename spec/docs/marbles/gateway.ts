import { setImmediate } from 'node:timers/promises'
import { tap } from 'rxjs'
import { fetchExchange, fromExchange } from '../../../lib/http/transport/fetchExchange.js'
import { createGatewayClient, type Http, type Page, type Transaction } from '../../../lib/index.js'
import { createGateway } from '../../../lib/node.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { createStage, hue, type Recording, type Stage } from './createStage.js'
import type { Diagram } from './Diagram.js'

const span = 14_000
/** Between two moments at which Promises are let settle. */
const turn = 100

const show = ({ number }: Page<Transaction>) => ({ label: String(number), tone: hue(number - 1) })

/** A page of the app: its client, whose requests are drawn in a lane. */
const browser = (
  { clock, now }: Stage,
  gateway: (request: Request) => Promise<Response>,
  lane: Recording,
  cookie: string,
) => {
  const sent = fromExchange(fetchExchange((url, init) => gateway(new Request(url, init))))
  const http: Http = (request) => {
    const from = now()
    let label = 'aborted'
    return sent(request).pipe(
      tap({
        next: ({ status }) => (label = String(status)),
        finalize: () => {
          const tone = label === 'aborted' ? label : label === '200' ? 0 : 'failed'
          lane.bars.push({ from, to: now(), label, tone })
        },
      }),
    )
  }
  return createGatewayClient({
    profile: documentedProfile,
    gateway: 'https://app.example/api/bank',
    http,
    clock,
    headers: { Cookie: cookie },
    random: () => 0.5,
  }).user()
}

/** A page that reads a list through a gateway, and one where nobody is logged in. */
export const gateway = async (): Promise<Diagram> => {
  const stage = createStage({
    route: 'transactions',
    latency: 1000,
    sandbox: { transactions: 100 },
  })
  const { clock, sandbox, client, requests, watch, emptyLane } = stage
  sandbox.faults.add({ kind: 'latency', ms: 1000, side: 'response', on: 'authenticate', times: Infinity })
  sandbox.faults.add({ kind: 'status', status: 503, headers: { 'retry-after': '3' }, on: 'transactions', after: 1 })
  const handler = createGateway(client, {
    prefix: '/api/bank',
    authorize: ({ headers }) => (headers.get('cookie') === 'session=4f1c' ? { externalUserId: 'A6J' } : null),
  })
  const asked = emptyLane('GET /api/bank/v2/transactions, with the cookie of the page')
  const refused = emptyLane('the same without a login')
  const ada = browser(stage, handler, asked, 'session=4f1c')
  const nobody = browser(stage, handler, refused, 'session=0')
  const tokens = requests('gateway: POST /v2/authenticate', 'authenticate')
  const passed = requests('gateway: GET /v2/transactions, with the secret and the token')
  const list = ada.transactions.pages({ limit: 40 })
  const lanes = [
    watch('browser: transactions.pages()', list, show),
    watch('browser: the same again, and left', list, show, { from: 9000, to: 9600 }),
    asked,
    tokens,
    passed,
  ]
  const others = [
    watch('a page where nobody is logged in', nobody.transactions.pages(), show, { from: 12_000 }),
    refused,
  ]
  for (let ms = 0; ms < span; ms += turn) {
    clock.advance(turn)
    for (let again = 0; again < 5; again++) await setImmediate()
  }

  return {
    title: 'A list through a gateway',
    description:
      'The browser calls the gateway with its cookie. The gateway requests a token once, and calls the ' +
      'service with the secret and that token. A 503 of the service becomes a 502 of the gateway, which does not retry: the client in ' +
      'the browser waits for the time that the answer names, and tries again. When the page closes, both requests are aborted. If ' +
      'nobody is logged in, the response is 401, and the service is not called.',
    span,
    step: 1000,
    panels: [lanes, others],
  }
}
