// A list whose first page has a link that leads where a case wants.
import { answer, rawBank, rawServer } from './rawServer.mjs'
import { outcome, victimsUser } from './victim.mjs'

export const page = (next_uri, id = 1) => answer({ resources: [{ id, name: 'a' }], pagination: { next_uri } })

/** Gives the client a link on its first page, and answers what it did, there and on a port of somebody else. */
export const follow = async (after, link, config) => {
  const foreign = await rawServer(after, () => page(null))
  const bank = await rawBank(after, ({ path }) =>
    path === '/bank/v2/stocks' ? page(link({ own: bank.port, foreign: foreign.port })) : page(null),
  )
  const user = victimsUser(after, `${bank.origin}/bank`, config)
  return { bank, foreign, ended: await outcome(user.stocks.pages()), user }
}
