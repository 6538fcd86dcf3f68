// Change feeds of services that err: nothing is lost.
import assert from 'node:assert/strict'
import { table } from '../support/cases.mjs'
import { feed, minutes, mirrored } from '../support/feed.mjs'
import { histories } from '../support/histories.mjs'

const kept =
  'reliability.md: never a lost update: a row that the service has shown reaches process, or the stream errors'

export const cases = [
  ...table(kept, 'nothing is lost', histories, (history) => {
    const service = feed()
    service.put(1, 'first')
    const { mirror, ended, watching } = mirrored(service)
    minutes(service, 10)
    for (const step of history(service)) {
      step()
      minutes(service, 7)
    }
    minutes(service, 20)
    watching.unsubscribe()
    assert.deepEqual(ended, [])
    assert.deepEqual(mirror, service.truth())
    assert.equal(service.clock.pending(), 0)
  }),
]
