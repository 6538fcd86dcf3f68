import { mergeMap, range } from 'rxjs'
import { createClient } from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { undiciTransport } from '../../lib/undici.js'
import { nameOf } from './rows.js'

/** The bare watchers of one process: what a fleet's rounds are compared with. */
const [url = '', users = '0', every = '0'] = process.argv.slice(2)

const client = createClient({
  profile: documentedProfile,
  baseUrl: url,
  clientId: 'load',
  clientSecret: 'secret',
  http: undiciTransport({ connections: 64 }),
})
let rounds = 0
range(0, Number(users))
  .pipe(
    mergeMap((user) =>
      client.user({ externalUserId: nameOf(user) }).transactions.watchUpdated({ every: Number(every) }),
    ),
  )
  .subscribe(({ isLast }) => {
    if (isLast) rounds++
  })

process.once('disconnect', () => process.exit())
process.on('message', ({ id }: { readonly id: number }) => {
  const { user, system } = process.cpuUsage()
  const report = { rounds, cpu: (user + system) / 1000, rss: process.memoryUsage.rss() }
  process.send?.({ id, value: report })
})
process.send?.({ ready: true })
