import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { undiciTransport } from '../../../lib/http/undici/undiciTransport.js'
import { arrivals } from '../../helpers/arrivals.js'
import { connectionOver } from '../../helpers/connection.js'
import { all } from '../../helpers/interpreters.js'
import { type Row, rows } from '../../helpers/lists.js'
import { ownTransports } from '../../helpers/transports.js'

const pages = 5

const oneConnection = ['undici with one connection', undiciTransport({ connections: 1 })] as const

describe.each([...ownTransports, oneConnection])('prefetch: 1, over %s', (_, http) => {
  it.each(['a subscriber', 'a loop'])(
    'has the next request at the server while %s keeps the thread busy',
    async (consumer) => {
      const { origin, holdUntil, close } = await arrivals(pages)
      const connection = connectionOver(http, { clock: systemClock, baseUrl: { origin, prefix: '', roots: ['/v2'] } })
      const list = all(connection)(rows, { prefetch: 1 })
      const come: Array<boolean> = []
      const work = ({ id }: Row) => {
        come.push(holdUntil(Math.min(id + 1, pages)))
      }
      if (consumer === 'a loop') for await (const row of list) work(row)
      else await list.forEach(work)
      await close()
      expect(come).toEqual([true, true, true, true, true])
    },
  )
})
