import { isNone } from 'fp-ts/lib/Option.js'
import { minute, second } from '../time.js'
import type { Person } from '../world/Person.js'
import type { Issued } from '../world/Sent.js'
import type { Invariant } from './Invariant.js'

/** So many waits are looked at together. */
const sample = 12

/** Waits of one kind: nobody's are the same as anybody else's, but for a few. */
const alike = (waits: ReadonlyArray<number>): number => {
  const counts = new Map<number, number>()
  for (const wait of waits) counts.set(Math.round(wait), (counts.get(Math.round(wait)) ?? 0) + 1)
  return Math.max(...counts.values())
}

/** Clients that fail together do not come back together, nor do those that began together. */
export const spread: Invariant = {
  name: `of ${String(sample)} waits of one kind, fewer than half are alike`,
  watch: ({ machine }, broken) => {
    const waits = new Map<string, Array<number>>()
    let issued = new Map<Person, Issued>()

    const note = (kind: string, wait: number): void => {
      const noted = waits.get(kind) ?? []
      waits.set(kind, noted)
      noted.push(wait)
      if (noted.length < sample) return
      const count = alike(noted)
      noted.length = 0
      if (count >= sample / 2) broken(`${String(count)} of ${String(sample)} waits are alike: ${kind}`)
    }

    return {
      event: (event) => {
        if (event._tag === 'Retried' && event.error._tag !== 'StatusError')
          note(`retry ${String(event.attempt)}`, event.delay)
        if (event._tag !== 'Polled' || !event.operation.endsWith('.updated')) return
        if (isNone(event.error)) note('from round to round', event.delay)
        else if (event.error.value._tag === 'NetworkError' || event.error.value._tag === 'TimeoutError')
          note('after a failure', event.delay)
      },
      crashed: () => {
        issued = new Map()
      },
      issued: (token) => {
        issued.set(token.person, token)
      },
      sent: ({ person, request: { operation } }) => {
        if (operation !== 'authenticate' || person === undefined || (person.subscriptions.get('token$') ?? 0) === 0)
          return
        const last = issued.get(person)
        if (last === undefined || !last.isTrue || person.disturbedUntil > last.answered.now) return
        const left = last.expiresAt - machine.now()
        if (left > 200 * second && left < 10 * minute) note('before the end of a token, in seconds', left / second)
      },
    }
  },
}
