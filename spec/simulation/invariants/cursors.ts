import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { bookmark as codec } from '../../../lib/streams/polling/Bookmark.js'
import type { Invariant } from './Invariant.js'

const pattern = /[?&](?:after|before)=([^&"]+)/g

/** Cursors change over time: they are followed at once, and kept nowhere. */
export const cursors: Invariant = {
  name: 'cursors are those that the service gave to this process, byte for byte, and no store has one',
  watch: (_, broken) => {
    let given = new Set<string>()
    return {
      crashed: () => {
        given = new Set()
      },
      answered: (_sent: unknown, { body }: HttpResponse) => {
        if (given.size > 5000) given = new Set([...given].slice(-1000))
        for (const [, cursor = ''] of body.matchAll(pattern)) given.add(cursor)
      },
      sent: ({ request: { url, operation } }) => {
        for (const [, cursor = ''] of url.matchAll(pattern))
          if (!given.has(cursor)) broken(`${operation} asks with a cursor that this process was not given`)
      },
      saved: (_person, key, bookmark) => {
        if (
          !codec.is(bookmark) ||
          JSON.stringify(bookmark).match(pattern) !== null ||
          !/^https:\/\/[\w./]+\?(?:external_user_id|user_uuid|email)=[^&]+$/.test(key)
        )
          broken('a store is given more than a bookmark and whose it is')
      },
    }
  },
}
