import { connectStreams, type EventTargetPort, exposeStreams } from '../../../lib/electron.js'
import type { Page, Transaction } from '../../../lib/index.js'
import { createStage, hue, type Stage } from './createStage.js'
import type { Diagram } from './Diagram.js'

const span = 16_000
/** How long a message takes from one process to the other. */
const crossing = 100

type Listener = Parameters<EventTargetPort['addEventListener']>[1]

/** Two ends of a channel under virtual time: what is posted is cloned, as by the platform. */
const channel = ({ clock }: Stage): readonly [EventTargetPort, EventTargetPort] => {
  const ends = [new Map<string, Listener>(), new Map<string, Listener>()] as const
  let isOpen = true
  const later = (action: () => void) => clock.scheduler.schedule(action, crossing)
  const port = (own: Map<string, Listener>, other: Map<string, Listener>): EventTargetPort => ({
    postMessage: (message) => {
      const data: unknown = structuredClone(message)
      later(() => isOpen && other.get('message')?.({ data }))
    },
    close: () => {
      isOpen = false
      later(() => other.get('close')?.({}))
    },
    start: () => undefined,
    addEventListener: (type, listener) => own.set(type, listener),
    removeEventListener: (type) => own.delete(type),
  })
  return [port(ends[0], ends[1]), port(ends[1], ends[0])]
}

const show = ({ number }: Page<Transaction>) => ({ label: String(number), tone: hue(number - 1) })

/** Two windows on one client: one reads slowly, one is closed. */
export const electron = (): Diagram => {
  const stage = createStage({ route: 'transactions', latency: 1000, sandbox: { transactions: 100 } })
  const { clock, sandbox, client, requests, watch, work, at } = stage
  sandbox.faults.add({ kind: 'latency', ms: 1000, side: 'response', on: 'authenticate', times: Infinity })
  const exposed = exposeStreams(client, { user: { externalUserId: 'A6J' } })
  const open = () => {
    const [main, page] = channel(stage)
    const served = exposed.connect(main)
    return {
      user: connectStreams(page).user(),
      closed: () => {
        page.close()
        served.unsubscribe()
      },
    }
  }
  const [first, second] = [open(), open()]
  const reading = work('pace: the window at work on each page', 3000)
  const slow = first.user.transactions.pages({ limit: 40, pace: (page) => reading.begin(show(page)) })
  const tokens = requests('main process: POST /v2/authenticate', 'authenticate')
  const asked = requests('main process: GET /v2/transactions')
  const paced = watch('a window: transactions.pages({ pace })', slow, show)
  const left = watch('another window, closed', second.user.transactions.pages({ limit: 40 }), show, { to: 3800 })
  at(3800, second.closed)
  clock.advance(span)

  return {
    title: 'Windows on one client',
    description:
      'Two windows share one authentication. The first window reads slowly: the next request leaves when its pace has ' +
      'completed. The other window reads at once. When it is closed, its request in flight is aborted, and the first ' +
      'window continues.',
    span,
    step: 1000,
    panels: [[tokens, asked, paced, reading.lane, left]],
  }
}
