import type { RefreshStatus } from '../../../lib/index.js'
import { createStage } from './createStage.js'
import type { Diagram, Tone } from './Diagram.js'

const span = 11_500

const tones: Readonly<Record<string, Tone>> = { authenticating: 0, retrieving_data: 2, finished: 1 }

const show = ({ status = '' }: RefreshStatus) => ({ caption: status as string, tone: tones[status as string] ?? 3 })

/** The refresh of an item, asked for every two seconds. */
export const watchRefresh = (): Diagram => {
  const { clock, sandbox, client, requests, watch } = createStage({ route: 'refreshStatus', latency: 300 })
  const { items } = client.user({ externalUserId: 'A6J' })
  const item = sandbox.users[0]?.itemIds[0] ?? 0
  sandbox.refresh(item)
  const lanes = [
    requests('GET the status of the refresh'),
    watch('items.watchRefresh(id, { every: 2000 })', items.watchRefresh(item, { every: 2000 }), show),
  ]
  clock.advance(span)

  return {
    title: 'The watched refresh',
    description:
      'The status of a refresh is requested again two seconds after each answer. Every status is emitted: ' +
      'authenticating, retrieving_data, and finally finished, with which the stream completes.',
    span,
    step: 1000,
    panels: [lanes],
  }
}
