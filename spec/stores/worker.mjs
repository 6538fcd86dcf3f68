// A Worker with the stores of the guide: its response has an outcome for each law.
import { durableTokens } from 'guide/durableTokens.js'
import { kvCheckpoints } from 'guide/kvCheckpoints.js'
import { TokenObject } from 'guide/TokenObject.js'
import { checkpointOutcomes, sealed, tokenOutcomes } from './laws.mjs'

/** The guide's object, whose stored times can be made earlier. */
export class TestObject extends TokenObject {
  async pass(ms) {
    const { storage } = this.ctx
    const [stored, held] = await Promise.all([storage.get('stored'), storage.get('held')])
    if (stored) await storage.put('stored', { ...stored, endsAt: stored.endsAt - ms })
    if (held) await storage.put('held', { ...held, until: held.until - ms })
  }
}

let places = 0

const durablePlace = (objects) => () => {
  const prefix = String(++places)
  const names = new Set()
  const namespace = {
    idFromName: (name) => {
      names.add(prefix + name)
      return objects.idFromName(prefix + name)
    },
    get: (id) => objects.get(id),
  }
  return {
    open: () => sealed(durableTokens(namespace)),
    pass: (ms) => Promise.all(Array.from(names, (name) => objects.get(objects.idFromName(name)).pass(ms))),
  }
}

const kvPlace = (kv) => () => {
  const prefix = String(++places)
  const own = { get: (key, type) => kv.get(prefix + key, type), put: (key, text) => kv.put(prefix + key, text) }
  return { open: () => kvCheckpoints(own) }
}

export default {
  fetch: async (_request, { TOKENS, BOOKMARKS }) =>
    Response.json([
      ...(await tokenOutcomes('tokens in a Durable Object', durablePlace(TOKENS))),
      ...(await checkpointOutcomes('bookmarks in Workers KV', kvPlace(BOOKMARKS))),
    ]),
}
