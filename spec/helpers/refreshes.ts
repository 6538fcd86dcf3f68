import { none, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { NetworkError } from '../../lib/base/error/NetworkError.js'
import type { Http } from '../../lib/http/Http.js'
import type { Request } from '../../lib/service/api/Request.js'
import { json } from './responses.js'

/** What specs of polling ask: how far a refresh is. */
export const request: Request<{ status: string }> = {
  operation: 'items.refreshStatus',
  method: 'GET',
  path: '/v2/items/7/refresh/status',
  access: 'user',
  codec: t.type({ status: t.string }),
}

/** Answers for marbles: running, an unknown word, finished, and a refusal; and what they decode to. */
export const answers = {
  r: json({ status: 'retrieving_data' }),
  u: json({ status: 'pondering' }),
  f: json({ status: 'finished' }),
  b: json({}, 503),
}
export const states = { r: { status: 'retrieving_data' }, u: { status: 'pondering' }, f: { status: 'finished' } }

/** Whether a refresh has ended. */
export const isEnd = ({ status }: { readonly status: string }): boolean => status === 'finished'

/** A failure that passes. */
export const lost = new NetworkError({
  operation: request.operation,
  page: none,
  origin: 'https://bank.example',
  code: some('ECONNRESET'),
})

/** Gives its answers one after the other, the last one again and again. */
export const inTurn = (...all: readonly [ReturnType<Http>, ...ReadonlyArray<ReturnType<Http>>]): Http => {
  let turn = 0
  return () => all[Math.min(turn++, all.length - 1)] ?? all[0]
}
