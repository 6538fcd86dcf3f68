import type { AccessToken } from '../../../lib/index.js'
import { createStage, hue } from './createStage.js'
import type { Diagram } from './Diagram.js'

const span = 120_000

/** Two subscribers and a late one share what is issued; a renewal fails. */
export const token = (): Diagram => {
  const stage = createStage({ route: 'authenticate', latency: 3000, sandbox: { tokenLifetime: 60_000 } })
  const { token$ } = stage.client.user({ externalUserId: 'A6J' })
  const lives = stage.emptyLane('each token, until its expires_at')
  const seen: Array<AccessToken> = []

  const show = (issued: AccessToken) => {
    const number = seen.includes(issued) ? seen.indexOf(issued) : seen.push(issued) - 1
    const shown = { label: String.fromCharCode(65 + number), tone: hue(number) }
    const to = Math.min(stage.seconds(issued.expires_at) * 1000, span)
    if (lives.bars.length === number) lives.bars.push({ from: stage.now(), to, ...shown })
    return shown
  }

  const headers = { 'retry-after': '4' }
  stage.sandbox.faults.add({ kind: 'status', status: 503, headers, on: 'authenticate', after: 1 })
  const lanes = [
    stage.requests('POST /v2/authenticate'),
    stage.watch('user.token$', token$, show),
    stage.watch('user.token$, a second subscriber', token$, show, { from: 1000, to: 85_000 }),
    stage.watch('user.token$, a late subscriber', token$, show, { from: 70_000 }),
    lives,
  ]
  stage.clock.advance(span)

  return {
    title: 'The token stream',
    description:
      'Two subscribers of token$ share one authentication. The token is renewed before it expires: the renewal fails with ' +
      '503, is tried again when the service allows it, and both get the new token. A late subscriber gets the token in ' +
      'use at once.',
    span,
    step: 10_000,
    panels: [lanes],
  }
}
