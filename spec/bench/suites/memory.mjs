/** What is held while millions of rows go by: of pages that were read, of lists without end, and of one great page. */
import { createClient, documentedProfile, redact } from 'rxbank'
import { of } from 'rxjs'
import { transactions } from '../harness/transactions.mjs'
import { usedBytes } from '../harness/usedBytes.mjs'

const token = {
  access_token: redact('t0k3n'),
  expires_at: new Date(Date.now() + 7_200_000),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' },
}

const megabytes = (bytes) => bytes / 1e6

/** A list of so many pages, in this process: the same text each time, but for the link. */
const listOver = (rows, pages) => {
  const begin = `{"resources":${JSON.stringify(rows)},"pagination":{"previous_uri":null,"next_uri":`
  const http = ({ url }) => {
    const page = Number(/after=(\d+)/.exec(url)?.[1] ?? 1)
    const next = page < pages ? `"/v2/transactions?after=${page + 1}"` : 'null'
    return of({ status: 200, headers: {}, body: `${begin}${next}}}` })
  }
  return createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'bench',
    clientSecret: 's3cr3t',
    http,
  }).user({
    token$: of(token),
  }).transactions
}

/** The heap at each tenth of a list, after a collection. */
const tenths = async (list, pages, options) => {
  const heaps = []
  let rows = 0
  await list.pages({ maxPages: pages, ...options }).forEach(({ number, resources }) => {
    rows += resources.length
    if (number % (pages / 10) === 0) heaps.push(usedBytes())
  })
  return { heaps, rows }
}

const streamed = (pages) => ({
  suite: `memory: heap while ${(pages * 500).toLocaleString('en')} transactions go by`,
  unit: 'MB',
  measure: async () => {
    const read = []
    for (const prefetch of [0, 1]) {
      const { heaps, rows } = await tenths(listOver(transactions(500), pages), pages, { prefetch })
      if (rows !== pages * 500) throw new Error(`memory: ${rows} rows`)
      const [, second] = heaps
      const last = heaps.at(-1)
      read.push({ name: `second tenth, prefetch ${prefetch}`, value: megabytes(second) })
      read.push({ name: `last tenth, prefetch ${prefetch}`, value: megabytes(last), ratio: last / second })
    }
    return read
  },
  bars: [0, 1].map((prefetch) => ({ name: `last tenth, prefetch ${prefetch}`, most: 1.05, note: 'of the second' })),
})

const kept = (pages) => ({
  suite: `memory: what is kept of each of ${pages.toLocaleString('en')} pages`,
  unit: 'B',
  measure: async () => {
    const read = []
    for (const prefetch of [0, 1]) {
      const { heaps } = await tenths(listOver(transactions(1), pages), pages, { prefetch })
      read.push({ name: `prefetch ${prefetch}`, value: (heaps.at(-1) - heaps[1]) / (0.8 * pages) })
    }
    return read
  },
  bars: [0, 1].map((prefetch) => ({ name: `prefetch ${prefetch}`, of: 'value', most: 100, note: 'to know a loop' })),
})

/** By how much the heap has grown when the last row of a page is handed on: its rows, their array and the text. */
const onePage = (rows) => ({
  suite: `memory: heap of one page of ${rows.toLocaleString('en')} resources`,
  unit: 'B a resource',
  measure: async () => {
    const list = listOver(
      Array.from({ length: rows }, (_, id) => ({ id })),
      1,
    )
    const before = usedBytes()
    let seen = 0
    let meanwhile = 0
    await list.all().forEach(() => {
      seen += 1
      if (seen === rows) meanwhile = usedBytes() - before
    })
    if (seen !== rows) throw new Error('memory: rows are missing')
    return [{ name: 'while they are emitted', value: meanwhile / rows }]
  },
  bars: [{ name: 'while they are emitted', of: 'value', most: 100, note: 'an object of one field takes 32' }],
})

export const comparisons = ({ quick }) => [
  streamed(quick ? 200 : 20_000),
  kept(quick ? 1000 : 100_000),
  onePage(quick ? 20_000 : 200_000),
]
