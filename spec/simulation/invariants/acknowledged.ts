import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Person } from '../world/Person.js'
import type { Sent } from '../world/Sent.js'
import { checkpointTime } from '../world/storeOf.js'
import type { Invariant } from './Invariant.js'
import { operationOf } from './stepsBack.js'

const keyOf = (person: Person | undefined, operation: string): string => `${String(person?.number)} ${operation}`

/** What a checkpoint covers has been told, and what is told of it is true. */
export const acknowledged: Invariant = {
  name: 'a checkpoint is kept once the last page is acknowledged, before it is emitted',
  watch: (_, broken) => {
    let unread = new Set<string>()
    let working = new Set<string>()
    return {
      crashed: () => {
        unread = new Set()
        working = new Set()
      },
      left: (person, operation) => {
        unread.delete(keyOf(person, operation))
        working.delete(keyOf(person, operation))
      },
      answered: ({ person, request: { operation } }: Sent, { status, body }: HttpResponse) => {
        if (status !== 200) return
        const key = keyOf(person, operation)
        working.add(key)
        if (body.includes('"next_uri":"')) unread.add(key)
        else unread.delete(key)
      },
      kept: (person, operation) => {
        working.delete(keyOf(person, operation))
      },
      saved: (person, storeKey) => {
        const operation = operationOf(storeKey)
        const who = `the checkpoint of user ${String(person.number)} is kept`
        if (unread.has(keyOf(person, operation))) broken(`${who} while a page is not read`)
        if (working.has(keyOf(person, operation))) broken(`${who} while a batch is not acknowledged`)
      },
      reached: (person, checkpoint) => {
        const isKept = Array.from(person.bookmarks.values(), checkpointTime).includes(checkpoint.getTime())
        if (!isKept) broken(`user ${String(person.number)} is reported a checkpoint that the store does not have`)
      },
    }
  },
}
