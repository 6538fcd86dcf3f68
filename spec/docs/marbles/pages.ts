import { type Observable, take } from 'rxjs'
import type { Bank, Page } from '../../../lib/index.js'
import { createStage, hue } from './createStage.js'
import type { Diagram, Lane } from './Diagram.js'

const span = 13_000

const show = ({ number }: Page<Bank>) => ({ label: String(number), tone: hue(number - 1) })

const createList = () => createStage({ route: 'banks', latency: 1000, sandbox: { banks: 60 } })

const paced = (name: string, prefetch: 0 | 1): ReadonlyArray<Lane> => {
  const { clock, client, requests, watch, work } = createList()
  const consumer = work('pace: the consumer at work on each page', 3000)
  const pages = client.banks.pages({ limit: 20, prefetch, pace: (page) => consumer.begin(show(page)) })
  const lanes = [requests('GET /v2/banks'), watch(name, pages, show), consumer.lane]
  clock.advance(span)
  return lanes
}

const plain = (
  name: string,
  operator: (pages: Observable<Page<Bank>>) => Observable<Page<Bank>>,
  to?: number,
): ReadonlyArray<Lane> => {
  const { clock, client, requests, watch } = createList()
  const read = operator(client.banks.pages({ limit: 20 }))
  const lanes = [requests('GET /v2/banks'), watch(name, read, show, to === undefined ? {} : { to })]
  clock.advance(span)
  return lanes
}

/** A list of three pages, read slowly, ahead, in part, and left. */
export const pages = (): Diagram => ({
  title: 'The page stream',
  description:
    'A list of three pages. With pace, the next request leaves when the consumer has handled a page; with prefetch: ' +
    '1 it leaves earlier. take(2) sends two requests and no third. Unsubscribing aborts the request in flight.',
  span,
  step: 1000,
  panels: [
    paced('banks.pages({ pace })', 0),
    paced('banks.pages({ pace, prefetch: 1 })', 1),
    plain('banks.pages().pipe(take(2))', take(2)),
    plain('banks.pages(), unsubscribed', (pages) => pages, 1500),
  ],
})
