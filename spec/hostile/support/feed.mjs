// A service that tells what has changed, as wrongly as it is told to, and a mirror of it, under one virtual clock.
import { secret } from './canaries.mjs'
import { rxbank, rxjs } from './installed.mjs'
import { tokenResponse } from './rawServer.mjs'

const { createClient, createVirtualClock, documentedProfile } = rxbank
const start = Date.UTC(2026, 0, 1)

/** A service with versions of stocks; `now` is its own clock, which may be moved against the client's. */
export const feed = () => {
  const clock = createVirtualClock({ start })
  const sent = []
  let rows = []
  const service = {
    clock,
    sent,
    ahead: 0,
    limit: 500,
    now: () => start + clock.monotonic() + service.ahead,
    date: () => new Date(service.now()).toUTCString(),
    /** Instead of the answer to a question, where it gives one. */
    instead: () => undefined,
    /** The text of an answer. */
    write: JSON.stringify,
    /** What a question is shown of the rows. */
    shown: (all) => all,
    put: (id, label, { stamp = service.now(), in: late = 0, ...fields } = {}) => {
      const from = clock.monotonic() + late
      const updated_at = typeof stamp === 'number' ? new Date(stamp).toISOString() : stamp
      rows = [
        ...rows,
        {
          from,
          stamp: typeof stamp === 'number' ? stamp : Date.parse(stamp),
          row: { id, label, updated_at, ...fields },
        },
      ]
    },
    /** The newest version of each row, as it is shown in the end. */
    truth: () =>
      Object.fromEntries(
        rows
          .filter(({ row }) => row.is_deleted !== true || true)
          .map(({ row }) => [row.id, row.is_deleted ? 'deleted' : row.label]),
      ),
  }

  const list = (params) => {
    const seen = new Map()
    for (const one of service.shown(rows)) if (one.from <= clock.monotonic()) seen.set(String(one.row.id), one)
    const since = Date.parse(params.get('since') ?? '1970-01-01T00:00:00Z')
    const sorted = [...seen.values()].filter(({ stamp }) => !(stamp < since)).sort((a, b) => b.stamp - a.stamp)
    const offset = Number(params.get('after') ?? 0)
    const page = sorted.slice(offset, offset + service.limit).map(({ row }) => row)
    params.set('after', String(offset + service.limit))
    const next_uri = sorted.length > offset + service.limit ? `/v2/stocks/updated?${params}` : null
    return { resources: page, pagination: { next_uri } }
  }

  const http = (request) => {
    const url = new URL(request.url)
    const date = service.date()
    const reply = ({ status = 200, headers = {}, body }) =>
      rxjs.of({
        status,
        headers: { ...(date === undefined ? {} : { date }), ...headers },
        body: service.write(body),
      })
    if (url.pathname === '/v2/authenticate')
      return reply({ body: { ...tokenResponse, expires_at: new Date(service.now() + 7_200_000).toISOString() } })
    sent.push(Object.fromEntries(url.searchParams))
    return reply(service.instead(sent.length, url.searchParams) ?? { body: list(url.searchParams) })
  }
  const config = {
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'a',
    clientSecret: secret,
    clock,
    http,
  }
  const client = createClient(config)
  return Object.assign(service, {
    client,
    http,
    stocks: () => createClient(config).user({ externalUserId: 'A6J' }).stocks,
  })
}

/** Minutes of the client’s clock, one by one. */
export const minutes = ({ clock }, count) => {
  for (let n = 0; n < count; n++) clock.advance(60_000)
}

/** Lets promises go on; virtual time stands still meanwhile. */
export const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Lets virtual time go on, a second a turn, until a promise has ended. */
export const inTime = async ({ clock }, promise) => {
  let isOver = false
  const end = () => (isOver = true)
  promise.then(end, end)
  while (!isOver) {
    await settled()
    clock.advance(1000)
  }
  return promise
}

/** Watches into a mirror, as the guides say: by id, overwriting. */
export const mirrored = (service, options = {}) => {
  const mirror = {}
  const batches = []
  const ended = []
  const watching = service
    .stocks()
    .watchUpdated(options)
    .subscribe({
      next: (batch) => {
        batches.push(batch)
        for (const { id, label, is_deleted } of batch.resources) mirror[id] = is_deleted ? 'deleted' : label
      },
      error: (error) => ended.push(error),
    })
  return { mirror, batches, ended, watching }
}
