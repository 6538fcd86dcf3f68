import { isSome } from 'fp-ts/lib/Option.js'
import { Subject } from 'rxjs'
import type { Bank, NavigateCommand, NavigationState } from '../../../lib/index.js'
import { createStage, errorName, hue } from './createStage.js'
import type { Diagram } from './Diagram.js'

const span = 13_000

const show = ({ page, error }: NavigationState<Bank>) => ({
  ...(isSome(page) ? { label: String(page.value.number), tone: hue(page.value.number - 1) } : {}),
  ...(isSome(error) ? { caption: errorName(error.value), failed: true } : {}),
})

/** One page at a time, as commands say; one is overtaken, one fails. */
export const navigate = (): Diagram => {
  const stage = createStage({
    route: 'banks',
    latency: 1000,
    sandbox: { banks: 60 },
    client: { retry: { count: 0 } },
  })
  const { sandbox, client, requests, watch, at } = stage
  const commands = new Subject<NavigateCommand>()
  const say = (ms: number, command: NavigateCommand) => at(ms, () => commands.next(command))
  say(2000, 'next')
  say(4500, 'next')
  say(5200, 'first')
  say(7500, 'next')
  say(9500, 'reload')
  at(12_000, () => commands.complete())
  sandbox.faults.add({ kind: 'server-error', status: 503, on: 'banks', after: 4 })
  const lanes = [
    watch('commands$', commands, (caption) => ({ caption, tone: 3 })),
    requests('GET /v2/banks'),
    watch('banks.navigate(commands$)', client.banks.navigate(commands, { limit: 20 }), show),
  ]
  stage.clock.advance(span)

  return {
    title: 'The navigated list',
    description:
      'Commands, and the pages that they load. It starts with page 1; next loads page 2. When first follows next, the ' +
      'request of next is aborted: the last command wins. A failure arrives with the page that stays, and reload ' +
      'tries again. The stream completes with the commands.',
    span,
    step: 1000,
    panels: [lanes],
  }
}
